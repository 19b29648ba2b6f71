// Runs in PhantomJS, in ECMAScript 5, and does in its page what `phantomjs.ts` requests by HTTP. PhantomJS's own
// WebDriver evaluates strings, which the page's policy blocks; its `evaluateJavaScript` is not bound by the policy.
'use strict';
var page = require('webpage').create();
var port = require('system').args[1];
var loading = false;
page.viewportSize = { width: 320, height: 560 };
page.onLoadStarted = function () {
  loading = true;
};
page.onLoadFinished = function () {
  loading = false;
};

function evaluate(expression) {
  return page.evaluateJavaScript('function () { return ' + expression + '; }');
}

var commands = {
  open: function (url) {
    page.open(url);
  },
  address: function () {
    return page.url;
  },
  evaluate: evaluate,
  press: function (selector) {
    var element = 'document.querySelector(' + JSON.stringify(selector) + ')';
    evaluate(element + '.scrollIntoView()');
    var box = evaluate(element + '.getBoundingClientRect()');
    page.sendEvent('click', box.left + box.width / 2, box.top + box.height / 2);
  },
  keys: function (text) {
    page.sendEvent('keypress', text);
  },
};

require('webserver')
  .create()
  .listen('127.0.0.1:' + port, function (request, response) {
    var asked = JSON.parse(request.post);
    var value = asked.command ? commands[asked.command](asked.argument) : null;
    // A key or a press may load another page a moment later.
    var quiet = 0;
    (function settle() {
      quiet = loading ? 0 : quiet + 1;
      if (quiet < 4) return setTimeout(settle, 20);
      response.statusCode = 200;
      response.write(JSON.stringify({ value: value }));
      response.close();
    })();
  });
