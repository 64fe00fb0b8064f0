# Asked by oracle.test.ts: reads lines "bank code<TAB>account" and answers with ktoblzcheck's verdict: 0 right, 2 wrong, 1 unknown.
import ctypes
import sys

library = ctypes.CDLL('libktoblzcheck.so.1')
library.AccountNumberCheck_new_file.restype = ctypes.c_void_p
library.AccountNumberCheck_new_file.argtypes = [ctypes.c_char_p]
library.AccountNumberCheck_check.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
checker = library.AccountNumberCheck_new_file(sys.argv[1].encode())
for line in sys.stdin:
    bank, account = line.split()
    print(library.AccountNumberCheck_check(checker, bank.encode(), account.encode()))
