# MAKO-CANARY fec4ffe8-98e7-44e6-9942-e815bc05b299
# fails: shares, shrinking
# Refunds every boat the same part of the price, rounded down, and loses the odd cents.
class Stay:
    def __init__(self, boats, arrive, leave):
        self.boats, self.arrive, self.leave = boats, arrive, leave
        self.state = "waiting"
        self.ends = 24 * arrive
        self.price = self.paid_boats = 0

    def hold(self, hour):
        self.state = "held"
        self.ends = min(hour + 48, 24 * self.arrive)


class MooringLedger:
    def __init__(self, berths, night_cents):
        self.berths = berths
        self.night_cents = night_cents
        self.stays = {}
        self.money = 0

    def request(self, now, boats, arrive, leave):
        self._advance(now)
        if not 1 <= boats <= self.berths or leave <= arrive or 24 * arrive <= now:
            raise ValueError("no such stay")
        stay = Stay(boats, arrive, leave)
        if self._fits(stay):
            stay.hold(now)
        ref = f"M{len(self.stays) + 1}"
        self.stays[ref] = stay
        return ref

    def status(self, now, ref):
        self._advance(now)
        return self.stays[ref].state

    def confirm(self, now, ref):
        self._advance(now)
        stay = self.stays[ref]
        if stay.state != "held":
            raise RuntimeError("not held")
        nights = stay.leave - stay.arrive
        percent = 85 if nights >= 7 else 92 if stay.boats >= 3 else 100
        stay.price = (stay.boats * nights * self.night_cents * percent + 50) // 100
        stay.paid_boats = stay.boats
        stay.state = "booked"
        self.money += stay.price
        return stay.price

    def cancel(self, now, ref, boats):
        self._advance(now)
        stay = self.stays[ref]
        left_hours = 24 * stay.arrive - now
        if stay.state == "ended" or (stay.state == "booked" and left_hours <= 0):
            raise RuntimeError("too late")
        if not 1 <= boats <= stay.boats:
            raise ValueError("boats")
        refund = 0
        if stay.state == "booked":
            carried = stay.price // stay.paid_boats * boats
            refund = carried if left_hours >= 168 else carried // 2 if left_hours >= 24 else 0
        stay.boats -= boats
        if stay.boats == 0:
            stay.state = "ended"
        self.money -= refund
        self._walk(now)
        return refund

    def free(self, now, day):
        self._advance(now)
        return self._free(day)

    def takings(self):
        return self.money

    def _free(self, day):
        taken = sum(
            s.boats for s in self.stays.values() if s.state in ("held", "booked") and s.arrive <= day < s.leave
        )
        return self.berths - taken

    def _fits(self, stay):
        return all(self._free(day) >= stay.boats for day in range(stay.arrive, stay.leave))

    def _walk(self, hour):
        for stay in self.stays.values():
            if stay.state == "waiting" and self._fits(stay):
                stay.hold(hour)

    def _advance(self, now):
        while True:
            open_stays = [s for s in self.stays.values() if s.state in ("held", "waiting")]
            hour = min((s.ends for s in open_stays), default=now + 1)
            if hour > now:
                return
            for stay in open_stays:
                if stay.ends == hour:
                    stay.state = "ended"
            self._walk(hour)
