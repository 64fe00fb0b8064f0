# Asked by oracle.test.ts: reads lines "kind<TAB>number" and answers 1 or 0 as python-stdnum says.
import importlib
import sys

for line in sys.stdin:
    kind, _, number = line.rstrip('\n').partition('\t')
    try:
        importlib.import_module('stdnum.' + kind).validate(number)
        print(1)
    except Exception:
        print(0)
