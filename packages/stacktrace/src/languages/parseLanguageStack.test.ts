import { describe, expect, test } from '@jest/globals';
import type { Frame } from '../frame.js';
import { parseStackOf } from '../parseStack.js';
import { readFrames } from '../readFrames.js';

const framesOf = (...given: Parameters<typeof parseStackOf>): readonly string[] => parseStackOf(...given).map(printed);

describe('a stack of Java', () => {
  const stack = `java.lang.RuntimeException: outer
\tat app//com.shop.Cart$Item.<init>(Cart.java:3)
\tat com.shop.Cart.lambda$price$0(Cart.java:4) ~[shop.jar:1.0]
\tat com.shop.Cart$$Lambda$14/0x0000000800c03000.accept(Unknown Source)
\tat java.base/java.lang.Iterable.forEach(Iterable.java:75)
\tat java.base@17.0.15/jdk.internal.reflect.NativeMethodAccessorImpl.invoke0(Native Method)
\tat org.springframework.web.Filter.doFilter(Filter.java)
\t... 8 more
\tSuppressed: java.io.IOException: closed
\t\tat com.shop.File.close(File.java:1)
Caused by: java.lang.IllegalStateException: no cart
\tat com.shop.Stock.read(Stock.java:9)`;

  test('has classes as modules, and no frames of causes', () => {
    expect(framesOf('java', stack)).toEqual([
      'com.shop.Cart$Item <init> Cart.java:3 app',
      'com.shop.Cart lambda$price$0 Cart.java:4 app',
      'com.shop.Cart$$Lambda$14 accept app',
      'java.lang.Iterable forEach Iterable.java:75',
      'jdk.internal.reflect.NativeMethodAccessorImpl invoke0',
      'org.springframework.web.Filter doFilter Filter.java',
    ]);
  });

  test('has no frames of its message', () => {
    const message = 'no cart\n\tat com.shop.Fake.line(Fake.java:1)';
    const text = `java.lang.Error: ${message}\n\tat first sight\n\tat com.shop.Cart.price(Cart.java:4)`;
    expect(framesOf('java', text, { message })).toEqual(['com.shop.Cart price Cart.java:4 app']);
  });
});

describe('a stack of Python', () => {
  const cause = `Traceback (most recent call last):
  File "/srv/shop/stock.py", line 7, in read
    open(path)
FileNotFoundError: no file

The above exception was the direct cause of the following exception:

`;
  const stack = `Traceback (most recent call last):
  File "/srv/shop/main.py", line 10, in <module>
    run()
  File "/srv/shop/cart.py", line 9, in price
    return json.loads(text) / count
           ~~~~~~~~~~~~~~~~~^~~~~~~
  [Previous line repeated 3 more times]
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
  File "/srv/venv/lib/python3.11/site-packages/x/y.py", line 1, in f
    g()
  File "<frozen importlib._bootstrap>", line 1, in h
json.decoder.JSONDecodeError: Expecting value:
  File "/not/a/frame.py", line 1, in message
`;

  test.each([
    ['', 'alone'],
    [cause, 'after its cause'],
  ])('is the last traceback, newest call first, with source lines: %#', (before) => {
    expect(framesOf('python', before + stack, { message: 'Expecting value:' })).toEqual([
      'h <frozen importlib._bootstrap>:1',
      'f /srv/venv/lib/python3.11/site-packages/x/y.py:1 "g()"',
      'loads /usr/lib/python3.11/json/__init__.py:346',
      'price /srv/shop/cart.py:9 app "return json.loads(text) / count"',
      '<module> /srv/shop/main.py:10 app "run()"',
    ]);
  });

  test('of an exception group is that of the group', () => {
    const group = `  + Exception Group Traceback (most recent call last):
  |   File "/srv/shop/cart.py", line 14, in <module>
  |     try: g()
  |          ^^^
  |   File "/srv/shop/cart.py", line 13, in g
  |     raise ExceptionGroup("many", [ValueError(1)])
  | ExceptionGroup: many (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/shop/cart.py", line 1, in inner
    | ValueError: 1
    +------------------------------------`;
    expect(framesOf('python', group)).toEqual([
      'g /srv/shop/cart.py:13 app "raise ExceptionGroup("many", [ValueError(1)])"',
      '<module> /srv/shop/cart.py:14 app "try: g()"',
    ]);
  });

  test.each(['C:\\Python311\\Lib\\json\\__init__.py', '/usr/lib/python3/dist-packages/x.py'])(
    'does not take %s for the application',
    (file) => {
      expect(parseStackOf('python', `  File "${file}", line 1, in f`)).toMatchObject([{ inApp: false }]);
    },
  );
});

describe('a stack of Go', () => {
  const stack = `goroutine 1 [running]:
runtime/debug.Stack()
\t/usr/lib/go-1.19/src/runtime/debug/stack.go:24 +0x65
go.opentelemetry.io/otel/sdk/trace.(*recordingSpan).RecordError(0xc000, {0x1, 0x2})
\t/root/go/pkg/mod/go.opentelemetry.io/otel/sdk@v1.28.0/trace/span.go:466 +0x4a
main.(*Cart).Price(...)
\t/srv/shop/main.go:10
example.com/shop/stock.Map[...].func1({0x1, 0x2})
\texample.com/shop/stock/map.go:14 +0x19
created by main.run in goroutine 7
\t/srv/shop/main.go:17 +0xaa

goroutine 18 [running]:
main.other()
\t/srv/shop/main.go:18 +0x30`;

  test('has packages as modules, of the first goroutine', () => {
    expect(framesOf('go', stack)).toEqual([
      'runtime/debug Stack /usr/lib/go-1.19/src/runtime/debug/stack.go:24',
      'go.opentelemetry.io/otel/sdk/trace (*recordingSpan).RecordError /root/go/pkg/mod/go.opentelemetry.io/otel/sdk@v1.28.0/trace/span.go:466',
      'main (*Cart).Price /srv/shop/main.go:10 app',
      'example.com/shop/stock Map[...].func1 example.com/shop/stock/map.go:14 app',
      'main run /srv/shop/main.go:17 app',
    ]);
  });

  test('of a panic begins below it', () => {
    const panic = `goroutine 18 [running]:
main.main.func2.1()
\t/srv/shop/main.go:18 +0x30
panic({0x48bb80, 0x522020})
\t/usr/local/go/src/runtime/panic.go:884 +0x212
main.main.func2()
\t/srv/shop/main.go:20 +0x5b`;
    expect(framesOf('go', panic)).toEqual(['main main.func2 /srv/shop/main.go:20 app']);
  });
});

describe.each(['dotnet', 'csharp'])('a stack of .NET, platform %s', (platform) => {
  const stack = `System.InvalidOperationException: no cart
 ---> System.Exception: inner
   at Shop.Stock.Read() in /src/Stock.cs:line 3
   --- End of inner exception stack trace ---
   at Shop.Cart..ctor(Int32 count) in C:\\src\\Cart.cs:line 12
   at Shop.Cart.<PriceAsync>d__5.MoveNext() in /src/Cart (old).cs:line 20
--- End of stack trace from previous location ---
   at System.Runtime.CompilerServices.TaskAwaiter.ThrowForNonSuccess(Task task)
   at Shop.Cart.Total[T](T a, Func\`2 b)
   at lambda_method1(Closure, Object)`;

  test('has classes as modules, and no frames of inner exceptions', () => {
    expect(framesOf(platform, stack)).toEqual([
      'Shop.Cart .ctor C:\\src\\Cart.cs:12 app',
      'Shop.Cart.<PriceAsync>d__5 MoveNext /src/Cart (old).cs:20 app',
      'System.Runtime.CompilerServices.TaskAwaiter ThrowForNonSuccess',
      'Shop.Cart Total app',
      'lambda_method1',
    ]);
  });
});

describe('a stack of Ruby', () => {
  const stack = `/srv/shop/cart.rb:6:in \`rescue in total': outer (RuntimeError)
second line
\tfrom /srv/shop/cart.rb:3:in \`block (2 levels) in total'
\tfrom /usr/lib/ruby/gems/3.1.0/gems/rack-2.2/lib/rack.rb:3:in \`call'
\tfrom <internal:kernel>:90:in \`tap'
\tfrom cart.rb:10:in \`<main>'
/srv/shop/cart.rb:2:in \`block in price': no cart (ArgumentError)
\tfrom /srv/shop/cart.rb:2:in \`map'`;

  test('has no frames of causes', () => {
    expect(framesOf('ruby', stack)).toEqual([
      'rescue in total /srv/shop/cart.rb:6 app',
      'block (2 levels) in total /srv/shop/cart.rb:3 app',
      'call /usr/lib/ruby/gems/3.1.0/gems/rack-2.2/lib/rack.rb:3',
      'tap <internal:kernel>:90',
      '<main> cart.rb:10 app',
    ]);
  });

  test('may be a list of places, and names classes since 3.4', () => {
    const list = "cart.rb:2:in 'block in Shop::Cart#price'\ncart.rb:3:in 'Shop::Cart.of'\ncart.rb:4:in '<main>'";
    expect(framesOf('ruby', list)).toEqual([
      'Shop::Cart block in price cart.rb:2 app',
      'Shop::Cart of cart.rb:3 app',
      '<main> cart.rb:4 app',
    ]);
  });
});

describe('a stack of PHP', () => {
  const trace = `Stack trace:
#0 /srv/shop/index.php(12): Shop\\Cart->price(1, 'a (b)')
#1 [internal function]: Shop\\Cart->{closure:Shop\\Cart::total():12}(Object(Shop\\Item))
#2 /srv/vendor/x/y.php(3): array_map(Object(Closure), Array)
#3 /srv/shop/run.php(4): Shop\\Stock::read()
#4 {main}`;
  const frames = [
    'Shop\\Cart {closure} /srv/shop/index.php:12 app',
    'array_map',
    'Shop\\Stock read /srv/vendor/x/y.php:3',
    '{main} /srv/shop/run.php:4 app',
  ];

  test('has each function with its own place, and the place of the exception first', () => {
    expect(framesOf('php', `Exception: no cart in /srv/shop/Cart.php:17\n${trace}`)).toEqual([
      'Shop\\Cart price /srv/shop/Cart.php:17 app',
      ...frames,
    ]);
    expect(framesOf('php', trace)).toEqual(['Shop\\Cart price', ...frames]);
  });

  test('has the place at the end of a message that contains the word `in`', () => {
    expect(framesOf('php', `Exception: 2 in stock in /srv/shop/Cart.php:17\n${trace}`)).toEqual([
      'Shop\\Cart price /srv/shop/Cart.php:17 app',
      ...frames,
    ]);
  });

  test('is the last of chained exceptions', () => {
    const chain = `E: inner in /srv/a.php:1\nStack trace:\n#0 /srv/b.php(2): f()\n#1 {main}\n\nNext Exception: outer in /srv/shop/Cart.php:17\n${trace}`;
    expect(framesOf('php', chain)).toEqual(['Shop\\Cart price /srv/shop/Cart.php:17 app', ...frames]);
  });

  test('may be in the form of OpenTelemetry', () => {
    const text = `Exception: no cart\n\tat Shop.Cart.price(Cart.php:17)\n\tat array_map(Unknown Source)\n\tat {main}(index.php:3)\nCaused by: E: x\n\tat f(a.php:1)`;
    expect(framesOf('php', text)).toEqual(['Shop.Cart price Cart.php:17 app', 'array_map', '{main} index.php:3 app']);
  });
});

describe('a stack', () => {
  const v8 = 'Error: x\n    at load (https://a.b/c.js:1:2)';

  test.each([undefined, 7, '', 'javascript', 'node'])('of the platform %j is that of an engine', (platform) => {
    expect(readFrames({ stack: v8, ...(platform !== undefined && { platform }) })).toEqual(readFrames({ stack: v8 }));
    expect(readFrames({ stack: v8 })).toHaveLength(1);
  });

  test.each(['crystal', 'erlang', '__proto__'])('of the platform %s has no frames', (platform) => {
    expect(readFrames({ stack: v8, platform })).toEqual([]);
  });

  test.each(['csharp', 'go', 'java', 'php', 'python', 'ruby'])('of %s that is not one has no frames', (platform) => {
    for (const text of ['', '\n\n', 'no cart', 'at the office', '#0', 'File "', 'in 12:3', 'at (', 'created by '])
      expect(parseStackOf(platform, text)).toEqual([]);
  });

  test('has at most 250 frames', () => {
    expect(parseStackOf('java', '\tat a.B.c(B.java:1)\n'.repeat(1_000))).toHaveLength(250);
  });
});

/** `module function file:line app "source"`, as far as they are known. */
function printed({ module = '', function: name, file, line, inApp, context }: Frame): string {
  const place = line === null ? file : `${file}:${line}`;
  const source = context === undefined ? '' : `"${context.line}"`;
  return [module, name, place, inApp ? 'app' : '', source].filter((part) => part !== '').join(' ');
}
