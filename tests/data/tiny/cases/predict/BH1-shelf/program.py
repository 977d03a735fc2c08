# TINY-CANARY 865c8db4-fd86-4475-a64e-c41c8a7bbfb8
class Shelf:
    def __init__(self, width, books=[]):
        self.width = width
        self.books = books

    def add(self, title, width):
        used = sum(book[1] for book in self.books)
        if used + width >= self.width:
            return False
        self.books.append((title, width))
        return True

    def titles(self):
        names = [book[0] for book in self.books]
        return names
