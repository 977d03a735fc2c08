# MAKO-CANARY fec4ffe8-98e7-44e6-9942-e815bc05b299
class CiderPress:
    """Deliveries, pressing and pay of a village cider press."""

    CENTS = {"A": 38, "B": 31, "C": 22, "D": 9}

    def __init__(self):
        self.queue = []
        self.paid = {}
        self.juice = dict.fromkeys("ABCD", 0)
        self.waiting = 0
        self.count = 0

    @staticmethod
    def grade(sugar):
        for letter, least in (("A", 140), ("B", 110), ("C", 80)):
            if sugar >= least:
                return letter
        return "D"

    @staticmethod
    def crates(kilos):
        return -(-kilos // 18)

    def pay(self, kilos, letter):
        cents = kilos * self.CENTS[letter]
        if letter in "AB" and kilos > 500:
            cents += (kilos - 500) * 4
        if letter == "D":
            cents -= 15 * self.crates(kilos)
        return cents

    def deliver(self, day, grower, kilos, sugar):
        if kilos <= 0:
            raise ValueError("nothing delivered")
        letter = self.grade(sugar)
        cents = self.pay(kilos, letter)
        self.count += 1
        lot = {"number": self.count, "day": day, "grower": grower, "letter": letter, "cents": cents}
        self.queue.append(lot | {"kilos": kilos, "whole": kilos})
        self.waiting += kilos
        self.paid[grower] = self.paid.get(grower, 0) + cents
        return self.count

    def press(self, room):
        left = room
        used = []
        for lot in sorted(self.queue, key=lambda lot: lot["letter"]):
            taken = min(lot["kilos"], left)
            if taken == 0:
                break
            left -= taken
            lot["kilos"] -= taken
            self.juice[lot["letter"]] += taken
            used.append((lot["number"], taken))
        self.queue = [lot for lot in self.queue if lot["kilos"]]
        self.waiting -= room - left
        return used

    def withdraw(self, day, grower):
        kilos = 0
        for i in range(len(self.queue) - 1, -1, -1):
            lot = self.queue[i]
            is_untouched = lot["kilos"] == lot["whole"]
            if lot["grower"] == grower and is_untouched and day <= lot["day"] + 2:
                del self.queue[i]
                self.paid[grower] -= lot["cents"]
                kilos += lot["kilos"]
        self.waiting -= kilos
        return kilos

    def ranking(self):
        return sorted(self.paid, key=lambda grower: (-self.paid[grower], grower))

    def pressed(self):
        return {letter: kilos for letter, kilos in self.juice.items() if kilos}

    def trial(self):
        twin = CiderPress()
        twin.queue = [dict(lot) for lot in self.queue]
        twin.paid = dict(self.paid)
        twin.juice = self.juice.copy()
        twin.waiting = self.waiting
        twin.count = self.count
        return twin
