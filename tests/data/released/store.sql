BEGIN TRANSACTION;
CREATE TABLE answers (
	id INTEGER NOT NULL, 
	model TEXT NOT NULL, 
	case_id TEXT NOT NULL, 
	attempt INTEGER NOT NULL, 
	question_stamp TEXT NOT NULL, 
	run_id INTEGER, 
	begun TEXT NOT NULL, 
	finished TEXT, 
	outcome TEXT, 
	reason TEXT NOT NULL, 
	CONSTRAINT pk_answers PRIMARY KEY (id), 
	CONSTRAINT fk_answers_run_id FOREIGN KEY(run_id) REFERENCES runs (id)
);
INSERT INTO "answers" VALUES(1,'careful','RP1',1,'0890c13c517ecd0b',1,'2026-12-01T03:06:22.364779+00:00','2026-12-01T03:06:22.410899+00:00','answered','');
INSERT INTO "answers" VALUES(2,'careless','RP1',1,'df9dd68f911ee4cd',1,'2026-12-01T03:06:22.392093+00:00','2026-12-01T03:06:22.466939+00:00','answered','');
INSERT INTO "answers" VALUES(3,'careful','PR1',1,'7e49d2cbbf1221eb',1,'2026-12-01T03:06:22.427288+00:00','2026-12-01T03:06:22.454989+00:00','answered','');
INSERT INTO "answers" VALUES(4,'careless','PR1',1,'f5a29ec874bcbf3d',1,'2026-12-01T03:06:22.474144+00:00','2026-12-01T03:06:22.488928+00:00','answered','');
CREATE TABLE calibrations (
	id INTEGER NOT NULL, 
	judge_fingerprint TEXT NOT NULL, 
	judge TEXT NOT NULL, 
	identity TEXT NOT NULL, 
	at TEXT NOT NULL, 
	passed BOOLEAN NOT NULL, 
	words TEXT NOT NULL, trial BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_calibrations PRIMARY KEY (id)
);
INSERT INTO "calibrations" VALUES(1,'b1777aba1937e645','fair','fair | fair | unquantized | local | endpoint 4f020cfa8784ecad','2026-12-01T03:06:22.547857+00:00',1,'4 known answers right',0);
CREATE TABLE contents (
	case_id TEXT NOT NULL, 
	aspect TEXT NOT NULL, 
	stamp TEXT NOT NULL, 
	content BLOB NOT NULL, 
	seen TEXT NOT NULL, 
	CONSTRAINT pk_contents PRIMARY KEY (case_id, aspect, stamp)
);
INSERT INTO "contents" VALUES('PR1','question','8372322118a6293c',X'789CCD50ED6AC3300C7C156118245BD666EDD858618C3DC57E34A5756C35094D64633BB4A5F4DD27A594BDC28CC1A7F3E9F47151878EAC5A81F2016D67922A40C5734C380829513DDA0613471735E8D336B90352E4705196A245E3C84A4C63DF5F99E1548F41A73120B3E54C54A9ED880B35DBBD36C905E65F27FECF706BB417BAFC782BA4193778A9A97E5A9DC03A8CC01E11F8A3097AE0B7A3F405DF148F18E0D8A596FF11F0C4FEE0C6E4C7041D812304E32C42DD3B73985554D16EB7F3E7D43A8646F77D844F58F77AA8AD9611869AEDF62EDC217B044D0D66CB7C53D154355B4B5E964F3281229AAC36F95DF2FC0EF3392C0A60F0000BE645CC5BF522CE9605BCE4AB8A80CF2DA152C0F7F12679627CAA543E355B91BA2D44E6968DFCFFAED5F517E484BF6F','2026-12-01T03:06:27.432421+00:00');
INSERT INTO "contents" VALUES('PR1','judge','4f53cda18c2baa0c',X'789CABAE0500017500F9','2026-12-01T03:06:27.432421+00:00');
INSERT INTO "contents" VALUES('PR1','check','4f53cda18c2baa0c',X'789CABAE0500017500F9','2026-12-01T03:06:27.432421+00:00');
INSERT INTO "contents" VALUES('PR1','grader','1 wasmtime-50.0.1+9123073d9ea0',X'789CABAE0500017500F9','2026-12-01T03:06:27.432421+00:00');
INSERT INTO "contents" VALUES('PR1','grader','1 native-cpython-3.11.7',X'789CABAE0500017500F9','2026-12-01T03:06:27.432421+00:00');
INSERT INTO "contents" VALUES('RP1','question','b2107ae46bdad774',X'789C4D50C14A433110FC952567290F9182BD140F829E3D88582969DEF625BC241B3689CF47E9BFBB490F7ADB1D667667E6A2661747B5039531674751DDC9B8E682A1811F542179BDC28B8E11EF60B1045C63060D4C09E18CCCEB06DE2C82B19A27CC50160244DF2886496EC6E94688F88D0C59AFC29175211EE1A002455C0F6A7388CFDA58604C7E05AB455E20502EB01D3A558038C2092727DF1757AC68BBA99D889BE9531D272C62FAA282FE39169A316659EF87A1454243716C7BACDE5F059184095997CA28E8B069AC625D943EA6E3599B422CF843C7FF0E1E8D4E0D1E1EB78D5FB9FFF854AFB0683F434D50A8C7F362B7477FB7926424FC5F081849B66FAE9F20CBA3002E0B166E02E73DAC527C2E6D2A7A4608D27DCB7F26EED7B30E08899DC1BDFABAFE026E57971C','2026-12-01T03:06:27.432421+00:00');
INSERT INTO "contents" VALUES('RP1','judge','ffceab03d18378c8',X'789C958FB14E03310C865FE557E6AAA28C5D588AC4CE8450072BF55DA2A6CE61E77454D5BD7B933B81404C8CFE6D7FFE7C739E248BDBC3BD900843473110340F8C8E55AF2039C107D29E0D65CA604E862E6B9DF29ACDA2F45BB781FB18D94ACC6215F67E73F1D4A08346CFAD7B8EB204CA9E526A09D9B905875CB9EB6DA10B57EAB283DC7D5F7B6AE365D415BD3BD68A3F07F6A5EDBF3DBFB6F6C4B10F2DD86D1F6AD953E15A141D79DEE0CBC64AD6CB4F1B2B24ABDF5F1BA32BA6C025B0C202638A29AD1F230A6A8C05F75BEEF11F721D25E3F938DF01125179C8','2026-12-01T03:06:27.432421+00:00');
INSERT INTO "contents" VALUES('RP1','check','2f3ac811920bac6b',X'789CA590410AC2301045AF5266AD52375DF404DE418284666C03E9449209B694DEDD1945A95B5D7D26F3FFFB4C1648256086B63A2FE09D28E42126865D05F7989C6E1618ED24DAD4ABBCE62EDE507D5C12A94DF509309A41DF0F2CD3F150CBD85B56EFD5868C127E5708813CF59ACE6C13BF5A2CCD8A819325C216CCAF6D9CCAB68CE27E8C84B3A671EA4271F8DDF7D976D10B5BC185E453F28550916E73C11FE79BF501B4F16F3F','2026-12-01T03:06:22.155928+00:00');
INSERT INTO "contents" VALUES('RP1','grader','1',X'789CABAE0500017500F9','2026-12-01T03:06:27.432421+00:00');
INSERT INTO "contents" VALUES('RP1','check','0a3faf78dae84254',X'789C9D90D10AC2300C457F65E4596522F8B02FF01F644869E356D8526953B631F6EF268A32F1457C0A69EE3D37E90C317798A02ACE33782715521B22C3A6802144A793197A334A3D968BBC261B6EA83ACE9154A6F501A8D583BE6959BAFDAE94B631ACDAABE9128AF9152104F2D4A83BB189FC4C313429064E86082BA8FF4DE398D76114B67D209CD48DA3EDB2C3CFBCF7D4062F6C0567924F49174245BAD505BF2E74F83EBF5EEEB51B6F41','2026-12-01T03:06:27.432421+00:00');
CREATE TABLE crucibleforge_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT crucibleforge_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "crucibleforge_version" VALUES('0005');
CREATE TABLE exemplar_verdicts (
	id INTEGER NOT NULL, 
	judge_fingerprint TEXT NOT NULL, 
	judge TEXT NOT NULL, 
	identity TEXT NOT NULL, 
	case_id TEXT NOT NULL, 
	exemplar TEXT NOT NULL, 
	stamp TEXT NOT NULL, 
	repeat INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	question_id TEXT NOT NULL, 
	answer TEXT NOT NULL, 
	votes TEXT NOT NULL, 
	CONSTRAINT pk_exemplar_verdicts PRIMARY KEY (id)
);
CREATE TABLE failures (
	id INTEGER NOT NULL, 
	answer_id INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	CONSTRAINT pk_failures PRIMARY KEY (id), 
	CONSTRAINT fk_failures_answer_id FOREIGN KEY(answer_id) REFERENCES answers (id)
);
CREATE TABLE grades (
	answer_id INTEGER NOT NULL, 
	check_stamp TEXT NOT NULL, 
	case_id TEXT NOT NULL, 
	outcome TEXT NOT NULL, 
	checks TEXT NOT NULL, 
	CONSTRAINT pk_grades PRIMARY KEY (answer_id, check_stamp), 
	CONSTRAINT fk_grades_answer_id FOREIGN KEY(answer_id) REFERENCES answers (id)
);
INSERT INTO "grades" VALUES(1,'7932abe6cffced8f','RP1','answered','[{"id":"short","credit":1.0,"by":"rule","title":"words","weight":1.0,"gate":false,"evidence":"18 words"},{"id":"opening","credit":1.0,"by":"rule","title":"starts","weight":1.0,"gate":true,"evidence":"\u201cHanne: I will cross in worse than this. Two eels, same as\u2026\u201d"},{"id":"no-money","credit":1.0,"by":"rule","title":"excludes","weight":1.0,"gate":false,"evidence":""}]');
INSERT INTO "grades" VALUES(3,'3df0eac6c1f29dcd','PR1','answered','[{"id":"line-1","credit":1,"by":"output","title":"line 1 of the output","weight":1.0,"gate":false,"evidence":""},{"id":"line-2","credit":1,"by":"output","title":"line 2 of the output","weight":1.0,"gate":false,"evidence":""},{"id":"line-3","credit":1,"by":"output","title":"line 3 of the output","weight":1.0,"gate":false,"evidence":""},{"id":"line-4","credit":1,"by":"output","title":"line 4 of the output","weight":1.0,"gate":false,"evidence":""}]');
INSERT INTO "grades" VALUES(2,'7932abe6cffced8f','RP1','answered','[{"id":"short","credit":1.0,"by":"rule","title":"words","weight":1.0,"gate":false,"evidence":"8 words"},{"id":"opening","credit":1.0,"by":"rule","title":"starts","weight":1.0,"gate":true,"evidence":"\u201cHanne: I want no money, and no storm.\u201d"},{"id":"no-money","credit":0.0,"by":"rule","title":"excludes","weight":1.0,"gate":false,"evidence":"turn 2: ''money'' found in \u201cHanne: I want no money, and no storm.\u201d"}]');
INSERT INTO "grades" VALUES(4,'3df0eac6c1f29dcd','PR1','answered','[{"id":"line-1","credit":1,"by":"output","title":"line 1 of the output","weight":1.0,"gate":false,"evidence":""},{"id":"line-2","credit":1,"by":"output","title":"line 2 of the output","weight":1.0,"gate":false,"evidence":""},{"id":"line-3","credit":0,"by":"output","title":"line 3 of the output","weight":1.0,"gate":false,"evidence":"expected ''   x''; the line is missing"},{"id":"line-4","credit":1,"by":"output","title":"line 4 of the output","weight":1.0,"gate":false,"evidence":""}]');
INSERT INTO "grades" VALUES(2,'7d7f128b1ad61059','RP1','answered','[{"id":"short","credit":1.0,"by":"rule","title":"words","weight":1.0,"gate":false,"evidence":"8 words"},{"id":"opening","credit":1.0,"by":"rule","title":"starts","weight":1.0,"gate":true,"evidence":"\u201cHanne: I want no money, and no storm.\u201d"},{"id":"no-money","credit":0.0,"by":"rule","title":"excludes","weight":3.0,"gate":false,"evidence":"turn 2: ''money'' found in \u201cHanne: I want no money, and no storm.\u201d"}]');
INSERT INTO "grades" VALUES(1,'7d7f128b1ad61059','RP1','answered','[{"id":"short","credit":1.0,"by":"rule","title":"words","weight":1.0,"gate":false,"evidence":"18 words"},{"id":"opening","credit":1.0,"by":"rule","title":"starts","weight":1.0,"gate":true,"evidence":"\u201cHanne: I will cross in worse than this. Two eels, same as\u2026\u201d"},{"id":"no-money","credit":1.0,"by":"rule","title":"excludes","weight":3.0,"gate":false,"evidence":""}]');
CREATE TABLE judge_votes (
	verdict_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	answer TEXT NOT NULL, 
	said TEXT NOT NULL, 
	quote TEXT NOT NULL, 
	quote_valid BOOLEAN NOT NULL, 
	start INTEGER, 
	"end" INTEGER, 
	turn INTEGER, 
	reason TEXT NOT NULL, 
	raw BLOB NOT NULL, 
	prompt_tokens INTEGER, 
	cached_tokens INTEGER, 
	completion_tokens INTEGER, cost_usd DOUBLE, price_source TEXT, price_as_of TEXT, 
	CONSTRAINT pk_judge_votes PRIMARY KEY (verdict_id, number), 
	CONSTRAINT fk_judge_votes_verdict_id FOREIGN KEY(verdict_id) REFERENCES verdicts (id)
);
INSERT INTO "judge_votes" VALUES(1,1,'YES','YES','Two eels a crossing',1,7,26,1,'',X'789CAB564ACC2B2E4F2D52B252508A740D56D251502A2CCD2F4905F143CAF3155253738A151215928BF28B8B33F3D2956A017B2F0FC4',271,170,7,NULL,NULL,NULL);
INSERT INTO "judge_votes" VALUES(1,2,'YES','YES','Two eels a crossing',1,7,26,1,'',X'789CAB564ACC2B2E4F2D52B252508A740D56D251502A2CCD2F4905F143CAF3155253738A151215928BF28B8B33F3D2956A017B2F0FC4',271,271,7,NULL,NULL,NULL);
INSERT INTO "judge_votes" VALUES(1,3,'YES','YES','Two eels a crossing',1,7,26,1,'',X'789CAB564ACC2B2E4F2D52B252508A740D56D251502A2CCD2F4905F143CAF3155253738A151215928BF28B8B33F3D2956A017B2F0FC4',271,271,7,NULL,NULL,NULL);
INSERT INTO "judge_votes" VALUES(2,1,'NO','NO','',0,NULL,NULL,NULL,'',X'789CAB564ACC2B2E4F2D52B25250F2F357D251502A2CCD2F490571956A01858B0864',301,255,4,NULL,NULL,NULL);
INSERT INTO "judge_votes" VALUES(3,1,'YES','YES','Two eels a crossing',1,7,26,1,'',X'789CAB564ACC2B2E4F2D52B252508A740D56D251502A2CCD2F4905F143CAF3155253738A151215928BF28B8B33F3D2956A017B2F0FC4',271,188,7,NULL,NULL,NULL);
INSERT INTO "judge_votes" VALUES(3,2,'YES','YES','Two eels a crossing',1,7,26,1,'',X'789CAB564ACC2B2E4F2D52B252508A740D56D251502A2CCD2F4905F143CAF3155253738A151215928BF28B8B33F3D2956A017B2F0FC4',271,271,7,NULL,NULL,NULL);
INSERT INTO "judge_votes" VALUES(3,3,'YES','YES','Two eels a crossing',1,7,26,1,'',X'789CAB564ACC2B2E4F2D52B252508A740D56D251502A2CCD2F4905F143CAF3155253738A151215928BF28B8B33F3D2956A017B2F0FC4',271,271,7,NULL,NULL,NULL);
INSERT INTO "judge_votes" VALUES(4,1,'YES','YES','I will cross in worse than this',1,7,38,2,'',X'789CAB564ACC2B2E4F2D52B252508A740D56D251502A2CCD2F4905F13D15CA33737214928BF28B8B1532F314CAF38B8A53154A3212F3804466B1522D0051F0140D',311,255,10,NULL,NULL,NULL);
CREATE TABLE models (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	identity TEXT NOT NULL, 
	endpoint_kind TEXT NOT NULL, 
	served_id TEXT NOT NULL, 
	stack TEXT NOT NULL, 
	CONSTRAINT pk_models PRIMARY KEY (id), 
	CONSTRAINT uq_models_name UNIQUE (name)
);
INSERT INTO "models" VALUES(1,'careless','careless | careless | unquantized | local | endpoint b5f6aa887850be86','local','careless','{"streams":"yes","tools":"work","window":"at least 326 tokens","served as":"careless","thinking":"none seen","dialect":{"of":"62dff2acb0bd9cbd","refused":{},"thinks":false,"thinking_field":"","tags":false,"only_closed":false,"off_refused":[],"resume_refused":false}}');
INSERT INTO "models" VALUES(2,'careful','careful | careful | unquantized | local | endpoint 955478ff855e7a14','local','careful','{"streams":"yes","tools":"work","window":"at least 326 tokens","served as":"careful","thinking":"none seen","dialect":{"of":"87de39627648aea8","refused":{},"thinks":false,"thinking_field":"","tags":false,"only_closed":false,"off_refused":[],"resume_refused":false}}');
CREATE TABLE runs (
	id INTEGER NOT NULL, 
	command TEXT NOT NULL, 
	suite TEXT NOT NULL, 
	begun TEXT NOT NULL, 
	finished TEXT, 
	ending TEXT NOT NULL, 
	CONSTRAINT pk_runs PRIMARY KEY (id)
);
INSERT INTO "runs" VALUES(1,'crucibleforge run','released 1.0','2026-12-01T03:06:22.153997+00:00','2026-12-01T03:06:22.678325+00:00','done');
INSERT INTO "runs" VALUES(2,'crucibleforge grade','released 1.1','2026-12-01T03:06:27.430083+00:00','2026-12-01T03:06:27.467188+00:00','done');
CREATE TABLE setup_checks (
	id INTEGER NOT NULL, 
	model TEXT NOT NULL, 
	identity TEXT NOT NULL, 
	version TEXT NOT NULL, 
	run_id INTEGER, 
	at TEXT NOT NULL, 
	checks TEXT NOT NULL, 
	CONSTRAINT pk_setup_checks PRIMARY KEY (id), 
	CONSTRAINT fk_setup_checks_run_id FOREIGN KEY(run_id) REFERENCES runs (id)
);
INSERT INTO "setup_checks" VALUES(1,'careful','careful | careful | unquantized | local | endpoint 955478ff855e7a14','2, window 380, entry 381fd34887b288ed',1,'2026-12-01T03:06:22.354890+00:00','[{"name":"completion","state":"passed","words":"''heron'', streamed","told_only":false,"learned":{"streams":"yes"},"figures":{}},{"name":"system prompt","state":"passed","words":"the model does what it orders","told_only":false,"learned":{},"figures":{}},{"name":"memory","state":"passed","words":"the model knows in its second turn what it was told in the first","told_only":false,"learned":{},"figures":{}},{"name":"unicode","state":"passed","words":"five alphabets come back as they were sent","told_only":false,"learned":{},"figures":{}},{"name":"long reply","state":"passed","words":"a reply of 200 tokens came through","told_only":false,"learned":{},"figures":{}},{"name":"tools","state":"passed","words":"the model calls one and reads its result","told_only":false,"learned":{"tools":"work"},"figures":{}},{"name":"speed","state":"passed","words":"97682.9 tokens/s, first token after 0.00 s (median of 3 replies of at most 64 tokens; only comparable on one host)","told_only":false,"learned":{},"figures":{"tokens_per_s":97682.90005025698,"first_token_s":0.0019907660025637597}},{"name":"window","state":"passed","words":"the start of a prompt of about 326 tokens is seen","told_only":false,"learned":{"window":"at least 326 tokens"},"figures":{}},{"name":"served model","state":"passed","words":"''careful'' answers","told_only":false,"learned":{"served as":"careful"},"figures":{}},{"name":"thinking","state":"passed","words":"none seen in these short replies","told_only":false,"learned":{"thinking":"none seen"},"figures":{}},{"name":"parameters","state":"passed","words":"all are taken","told_only":false,"learned":{},"figures":{}}]');
INSERT INTO "setup_checks" VALUES(2,'careless','careless | careless | unquantized | local | endpoint b5f6aa887850be86','2, window 380, entry 569b8aa0933bd05c',1,'2026-12-01T03:06:22.380701+00:00','[{"name":"completion","state":"passed","words":"''heron'', streamed","told_only":false,"learned":{"streams":"yes"},"figures":{}},{"name":"system prompt","state":"passed","words":"the model does what it orders","told_only":false,"learned":{},"figures":{}},{"name":"memory","state":"passed","words":"the model knows in its second turn what it was told in the first","told_only":false,"learned":{},"figures":{}},{"name":"unicode","state":"passed","words":"five alphabets come back as they were sent","told_only":false,"learned":{},"figures":{}},{"name":"long reply","state":"passed","words":"a reply of 200 tokens came through","told_only":false,"learned":{},"figures":{}},{"name":"tools","state":"passed","words":"the model calls one and reads its result","told_only":false,"learned":{"tools":"work"},"figures":{}},{"name":"speed","state":"passed","words":"57210.6 tokens/s, first token after 0.00 s (median of 3 replies of at most 64 tokens; only comparable on one host)","told_only":false,"learned":{},"figures":{"tokens_per_s":57210.55533959795,"first_token_s":0.00399322600060259}},{"name":"window","state":"passed","words":"the start of a prompt of about 326 tokens is seen","told_only":false,"learned":{"window":"at least 326 tokens"},"figures":{}},{"name":"served model","state":"passed","words":"''careless'' answers","told_only":false,"learned":{"served as":"careless"},"figures":{}},{"name":"thinking","state":"passed","words":"none seen in these short replies","told_only":false,"learned":{"thinking":"none seen"},"figures":{}},{"name":"parameters","state":"passed","words":"all are taken","told_only":false,"learned":{},"figures":{}}]');
CREATE TABLE turns (
	answer_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	sent TEXT NOT NULL, 
	text TEXT NOT NULL, 
	outcome TEXT NOT NULL, 
	thinking BLOB NOT NULL, 
	tool_calls TEXT NOT NULL, 
	finish TEXT NOT NULL, 
	note TEXT NOT NULL, 
	prompt_tokens INTEGER, 
	completion_tokens INTEGER, 
	cached_tokens INTEGER, 
	reasoning_tokens INTEGER, 
	first_token_s DOUBLE, 
	total_s DOUBLE NOT NULL, 
	raw BLOB NOT NULL, billed_prompt_tokens INTEGER, billed_completion_tokens INTEGER, billed_cached_tokens INTEGER, billed_reasoning_tokens INTEGER, cost_usd DOUBLE, price_source TEXT, price_as_of TEXT, 
	CONSTRAINT pk_turns PRIMARY KEY (answer_id, number), 
	CONSTRAINT fk_turns_answer_id FOREIGN KEY(answer_id) REFERENCES answers (id)
);
INSERT INTO "turns" VALUES(1,1,'[{"role":"system","content":"You play Hanne, who runs a rope ferry. She charges two eels a crossing. She never says the word \"money\".\nEach reply has at most 60 words and begins with \"Hanne:\".","tool_calls":[],"tool_call_id":"","thinking":""},{"role":"user","content":"I walk up to the landing. What does a crossing cost?","tool_calls":[],"tool_call_id":"","thinking":""}]','Hanne: Two eels a crossing, and I like them fresh. Step on, and mind the wet rope.','answered',X'789C030000000001','[]','stop','',48,17,1,NULL,2.65549799951259046792e-03,2.70785500106285326182e-03,X'789CD595CF6AC3300CC6EF7B0AE37317D2B17FF409B6F3761B2578B6DA64752C632BB450F2EE93D266D9A0E7D1DC6CE9B3BE9F94808EDA10411B49AFD472A1748620C7A36ED181E793B626C1A6F35A9294C0B41CA4D4C1CFBDC2480D863C3C6B82F59D83AACB660B6765CFD2D61C2AC21D0CB2BBB2E490D84232D425119645D9F7375CC00DA6B521DB467F9B6D6A2281137BFCFC024B63BAB0C80210EBC2D65DD889C43290A8B99E985EE8C1D6D858108A0FA17570388B594A66E821A117226D726E32191E88BCC340A7D984CE7B6969D38426D7153B660C637C7D253D4CB8FAC584002BF5BE47057A4EE0E0B332CA26E4EF302BF0B05D28139C7A557E5EE03B505443AB36899FCC09BC2ED41B41541858312770F94D5A56C9DC6705AEF6402A6184E2EAB12FF1F1EEC2A8FF9D70CDD771351E754C5C8FA6BD78FF3C2C9AD1634A2C9F645F22193FC51E1F38F6A742E5804CE34F8BD81A5B83FB55A2EFFB6F2AA693E0',48,17,1,NULL,NULL,NULL,NULL);
INSERT INTO "turns" VALUES(1,2,'[{"role":"user","content":"A storm is coming. Will you still take me, and for the same price?","tool_calls":[],"tool_call_id":"","thinking":""}]','Hanne: I will cross in worse than this. Two eels, same as before, and you hold the lantern.','answered',X'789C030000000001','[]','stop','',85,18,47,NULL,2.04581450016121380031e-02,2.051869800197891891e-02,X'789CD596CF4EC3300CC6EF3C4594F3A83AFE888927803B3734555EE2D1B034AE12571B9AFAEE38DD4A41DA19AD972A71BEF8FB39AAE21C353063D3B27E56CB85D209431E1E754316BD8CB48188DBCEEBBCC811A19120C70E7FE615B5EC28A4619B0BC67716AB2EC1079E95BD481B38544C3B1C64776529A16C8B11B88B59581665DFDF48023B98D6C0A669FD6D32D1B58C36DBD3E6130D8FCB85211160B62E4CDD855D961801CA6AC9974D2FD4606A720633C57BA6B578388B45CA30D410C967220D29B9C4200792F751E0D3D984CEFB5CD2D60597EA4A1C138531BEBE921A265CFD0221E0B37A557BE7F59CC0BD329152522EA8FDACC02926545C4390CFACC05D2AD4DB9E14A24FB3025FA8040D2A486A83B302DF52949B1482555F342BF04ED5E4ADFCE0A8E675ABC87D8E311457CF7C894F3A2EB5FADF09D7321D1BFA51B751F2F1D4CD578F437B1C3DA685E52A777962F0BF62E5BD04FFA4A82C32387F7A3F183035DA49FFF0D4F7FD37DCEECFCB',85,18,47,NULL,NULL,NULL,NULL);
INSERT INTO "turns" VALUES(2,1,'[{"role":"system","content":"You play Hanne, who runs a rope ferry. She charges two eels a crossing. She never says the word \"money\".\nEach reply has at most 60 words and begins with \"Hanne:\".","tool_calls":[],"tool_call_id":"","thinking":""},{"role":"user","content":"I walk up to the landing. What does a crossing cost?","tool_calls":[],"tool_call_id":"","thinking":""}]','Hanne: Two eels a crossing, and I like them fresh. Step on, and mind the wet rope.','answered',X'789C030000000001','[]','stop','',48,17,1,NULL,4.375600200000917539e-02,4.38129979993391316384e-02,X'789CD595CF6AC3300CC6EF7B0AE37317D2B17FF409B6F3761B2568B6DA64756C632BB450F2EE93D266D9A0E7D1DC6CE9B3BE9F94808E1A88B08DA4576AB9503AA397E351B7C1A2E3933690D061CE5AB294105A8E52EAF0E75E85484DF07978D778E33A8B5597618B6765CFD2160E15851D0EB2BBB2E490F86202EA9208CBA2ECFB1B2E6007D71AC8B4D1DD66939A4868C53E7C7EA1A1315D98C00214EBC2D49DDF89C43090A8B99E985E6AC2D4A13128181F826BF17056B3966068220527481A726E32018F44DE054FA7E9F8CE39E969D3F826D7155BE6E0C7F8FA5A9A9878F50B788F2BF5BE0F0AF5ACC8D16505CAA4C05F625EE47EBB50E0AD7A556E66E43B545463AB36899FCC8ABC2ED41B6154C1B36256E4F2A7B4AC92C9CF8B5CED91540A118BEBE7BE04C84B2C44FDFF886BBE8E4BF2A863E282346DC8FBE761E38C265362F9249B3310B829F6F8C0B13F152A8B048D3BAD6403A646FBAB44DFF7DFADB098B0',48,17,1,NULL,NULL,NULL,NULL);
INSERT INTO "turns" VALUES(3,1,'[{"role":"user","content":"What does this program print? Answer with the exact output in one code block.\n\n```python\ncalls = [lambda: number for number in range(3)]\nprint([call() for call in calls])\nprint(-7 // 2, -7 % 2)\nfor step in (3, 1):\n    print(\" \" * step + \"x\")\n```\n","tool_calls":[],"tool_call_id":"","thinking":""}]','```
[2, 2, 2]
-4 1
   x
 x
```','answered',X'789C030000000001','[]','stop','',50,9,1,NULL,1.76773129969660658389e-02,1.77065979987673927098e-02,X'789CD594C16EC2300C86EF7B8A286740056D87ED55282A26316B469A54892321A1BEFBEC42D74DE23C819443627FF1FF3B527CD140845D4FFA43AD174A670CB2BDE82E5AF4BCD306121E8BD792A484D0719052C19F73137B7231E4F19A0BC6178B4DC9F089377260B4837343F18423B6A92A0E892C26A09204AC56D530BC70013B8AB640A6EBFD329BE47A422BF2F1F08586A6F4CA440650A457A62DE12488614342733D11BDD38369A333282EB6E2D6E2F906334A30F690A217471A727699801F44EEC540D7B709C57B69E9E882CB6DC38A398629BE7B901E66BB7ABFDFD761BB592859FA999CEFEAB07C55EB3A28A5CE75782AEF62985FFEE13DDFF3C71F3BF6FADF1DEEF838CD8D8BEE13D7A37968BC55E32F9C34E6C4BBCC9248E07FB112FB53A0B148E0FC754819302DDA195F0FC3F00D80DEA2C6',50,9,1,NULL,NULL,NULL,NULL);
INSERT INTO "turns" VALUES(2,2,'[{"role":"user","content":"A storm is coming. Will you still take me, and for the same price?","tool_calls":[],"tool_call_id":"","thinking":""}]','Hanne: I want no money, and no storm.','answered',X'789C030000000001','[]','stop','',85,8,47,NULL,1.52389209979446604847e-02,1.5275669997208751738e-02,X'789CD5944D4EC4300C85F79CA2CA1AAAF227604E006740A3CA24868649E22A71C5A051EF8EDD995290668D985D62BFF87DCEE2ED0C3063ECD9ACAACBF3CA144C7ADC99480E839C8C858C014B31DAE58C10A5CA79C0EF7B4B3D7B4A657AE7930D83C37628F08607E528D208DB96698393ECAA69A4A4BE988187ACC2A66EC6F14C06B8C9B503B6B10F17C566DF333AB5A79777B43CB76B4B2240B5AE6D37A48D4AAC00A95AE6A9E9B1256C47DEA2623C2BAEC3ED412D5A8669894C41910C94E20B837C89BEA3C4FBDF494308BAD3AB4FBE74AD58164A737DFD5F965878CD23A484ABEAA9FA80644E8A9CAB4455A4849FA2382972484ED90B538EA7455EFF7FDC63809246D49BBF475CCB754EBB9DE9B30CE425EAEE6FA7E8984D7E34340189212CA5876BA9FD1AD03A64F0611FAD166C876E91DFDC8DE3F805F54AE0B9',85,8,47,NULL,NULL,NULL,NULL);
INSERT INTO "turns" VALUES(4,1,'[{"role":"user","content":"What does this program print? Answer with the exact output in one code block.\n\n```python\ncalls = [lambda: number for number in range(3)]\nprint([call() for call in calls])\nprint(-7 // 2, -7 % 2)\nfor step in (3, 1):\n    print(\" \" * step + \"x\")\n```\n","tool_calls":[],"tool_call_id":"","thinking":""}]','```
[2, 2, 2]
-4 1
 x
```','answered',X'789C030000000001','[]','stop','',50,8,1,NULL,7.77187900166609324514e-03,0.00780354900052771,X'789CD594C16AC3300C86EF7B8AE0735B92B2C1D8AB3421516D6DF1EAD8C656A050F2EE93D266D9A0E7B1820FB6F459FF2F83755140844324F556549B4265F4B2BDA8211874BC531A123ACC59499612C2C0514A237E9FDB10C9069FE77BD66B371A6CC70C1F782327460738B7144E3863FBB2E490E862021A9380E5AE9CA6272E6066D51E480FD16DB34E36121A910FC74FD4B4A4773A308022BDD3FDE84F8268362434D713D17B4DE83E588D62E320760D9E6F34B30473132938B1A420679B09F849E45EF0747D1D3F3A273DBD5B6F73DFB2640E7E8937FFA589D5AFEABAAEF687FDA690A51ECA7A53FBED7351D5BE38D7BEEB1ECBFC03D8BD6790FF7588EAEF2D367C5CE6C645C5C405691D1A2FE5FC09179135F12AB32410B81FACC47E15680D1258771D521A748F66C5AB699ABE0027FDA432',50,8,1,NULL,NULL,NULL,NULL);
CREATE TABLE verdicts (
	id INTEGER NOT NULL, 
	answer_id INTEGER NOT NULL, 
	judge_stamp TEXT NOT NULL, 
	question_id TEXT NOT NULL, 
	at TEXT NOT NULL, 
	answer TEXT NOT NULL, 
	CONSTRAINT pk_verdicts PRIMARY KEY (id), 
	CONSTRAINT fk_verdicts_answer_id FOREIGN KEY(answer_id) REFERENCES answers (id)
);
INSERT INTO "verdicts" VALUES(1,2,'a9e98efee0287b4c','price','2026-12-01T03:06:22.587207+00:00','YES');
INSERT INTO "verdicts" VALUES(2,2,'a9e98efee0287b4c','storm','2026-12-01T03:06:22.594814+00:00','NO');
INSERT INTO "verdicts" VALUES(3,1,'a9e98efee0287b4c','price','2026-12-01T03:06:22.635030+00:00','YES');
INSERT INTO "verdicts" VALUES(4,1,'a9e98efee0287b4c','storm','2026-12-01T03:06:22.643244+00:00','YES');
CREATE TABLE writers (
	id INTEGER NOT NULL, 
	host TEXT NOT NULL, 
	pid INTEGER NOT NULL, 
	command TEXT NOT NULL, 
	since TEXT NOT NULL, 
	CONSTRAINT pk_writers PRIMARY KEY (id)
);
CREATE INDEX ix_answers_model ON answers (model, case_id, attempt, question_stamp);
CREATE INDEX ix_failures_answer_id ON failures (answer_id);
CREATE INDEX ix_verdicts_answer_id ON verdicts (answer_id, judge_stamp);
CREATE INDEX ix_calibrations_judge_fingerprint ON calibrations (judge_fingerprint);
CREATE INDEX ix_setup_checks_identity ON setup_checks (identity);
CREATE INDEX ix_exemplar_verdicts_judge ON exemplar_verdicts (judge);
COMMIT;
