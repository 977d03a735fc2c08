;; Stands between the guest and the host, with a memory of its own that neither shares with the other. The host hands in a
;; row of frames at once; the guest gets them one by one, each for its reply to the one before; the host hears when the
;; row is through. So a row costs one crossing to the host, and the guest still can't know what it will be asked next.
;;
;; A row is text, as in protocol/_frames.py: before each frame its length in bytes, as four characters of seven bits, the
;; lowest first. Lengths of replies are written here; nothing a guest sends can pass for one.
(component
  (import "exchange" (func $host (param "frame" string) (result string)))

  ;; Layout: where a text lies that comes or goes (two words) at 0; the row from 16 on; replies from 0x810000 on, as many
  ;; as the longest reply (8 MiB) and its length take.
  (core module $Mailbox
    (memory (export "memory") 258 258)
    (global $is-row-due (export "is-row-due") (mut i32) (i32.const 0))
    (global $replies-end (export "replies-end") (mut i32) (i32.const 0x810000))

    ;; Where a text goes that comes in: each is announced once, with its size, as all sides speak UTF-8.
    (func $take-in (export "realloc") (param $old i32) (param $old-size i32) (param $align i32) (param $size i32) (result i32)
      (local $place i32)
      (local $limit i32)
      (if (global.get $is-row-due)
        (then
          (local.set $place (i32.const 16))
          (local.set $limit (i32.const 0x810000)))
        (else
          (local.set $place (i32.add (global.get $replies-end) (i32.const 4)))
          (local.set $limit (i32.const 0x1010004))))
      ;; A size is less than 2^31, so the sum is no more than it seems.
      (if (i32.gt_u (i32.add (local.get $place) (local.get $size)) (local.get $limit))
        (then (call $no-room)))
      (if (local.get $old)
        (then unreachable))
      (local.get $place))

    ;; Has a name, by which its trap is known.
    (func $no-room
      unreachable))

  (core instance $memory (instantiate $Mailbox))
  (alias core export $memory "memory" (core memory $mem))
  (alias core export $memory "realloc" (core func $realloc))
  (core func $host (canon lower (func $host) (memory $mem) (realloc $realloc)))

  (core module $Delivery
    (import "memory" "memory" (memory 258 258))
    (import "memory" "is-row-due" (global $is-row-due (mut i32)))
    (import "memory" "replies-end" (global $replies-end (mut i32)))
    (import "host" "exchange" (func $host (param i32 i32 i32)))
    (global $next (mut i32) (i32.const 0))
    (global $row-end (mut i32) (i32.const 0))

    (func (export "exchange") (param $reply i32) (param $size i32) (result i32)
      (local $frame i32)
      (i32.store (global.get $replies-end) (call $spread (local.get $size)))
      (global.set $replies-end (i32.add (global.get $replies-end) (i32.add (local.get $size) (i32.const 4))))
      (if (i32.eq (global.get $next) (global.get $row-end))
        (then (call $fetch)))
      (local.set $frame (i32.add (global.get $next) (i32.const 4)))
      (local.set $size (call $gathered (i32.load (global.get $next))))
      (global.set $next (i32.add (local.get $frame) (local.get $size)))
      (if (i32.gt_u (global.get $next) (global.get $row-end))
        (then unreachable))
      (i32.store (i32.const 0) (local.get $frame))
      (i32.store (i32.const 4) (local.get $size))
      (i32.const 0))

    ;; Hands out all replies and takes in the next row.
    (func $fetch
      (global.set $is-row-due (i32.const 1))
      (call $host (i32.const 0x810000) (i32.sub (global.get $replies-end) (i32.const 0x810000)) (i32.const 0))
      (global.set $is-row-due (i32.const 0))
      (global.set $replies-end (i32.const 0x810000))
      (global.set $next (i32.load (i32.const 0)))
      (global.set $row-end (i32.add (global.get $next) (i32.load (i32.const 4)))))

    (func $spread (param $length i32) (result i32)
      (i32.or
        (i32.or
          (i32.and (local.get $length) (i32.const 0x7f))
          (i32.and (i32.shl (local.get $length) (i32.const 1)) (i32.const 0x7f00)))
        (i32.or
          (i32.and (i32.shl (local.get $length) (i32.const 2)) (i32.const 0x7f0000))
          (i32.and (i32.shl (local.get $length) (i32.const 3)) (i32.const 0x7f000000)))))

    (func $gathered (param $spread i32) (result i32)
      (i32.or
        (i32.or
          (i32.and (local.get $spread) (i32.const 0x7f))
          (i32.and (i32.shr_u (local.get $spread) (i32.const 1)) (i32.const 0x3f80)))
        (i32.or
          (i32.and (i32.shr_u (local.get $spread) (i32.const 2)) (i32.const 0x1fc000))
          (i32.and (i32.shr_u (local.get $spread) (i32.const 3)) (i32.const 0xfe00000))))))

  (core instance $delivery (instantiate $Delivery
    (with "memory" (instance $memory))
    (with "host" (instance (export "exchange" (func $host))))))
  (func (export "exchange") (param "frame" string) (result string)
    (canon lift (core func $delivery "exchange") (memory $mem) (realloc $realloc))))
