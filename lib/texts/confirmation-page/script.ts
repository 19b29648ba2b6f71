/**
 * The improvements that JavaScript adds: the page takes the code of the QR code from the address bar, reports a malformed
 * code at once, prevents a double tap from counting as two tries, and asks for the location. ES5, for old phones. Nothing
 * here confirms anything: only the person's own press of the button does.
 *
 * One text for every state and language, so that one hash allows it; what it says comes from data attributes.
 */
export const script = String.raw`
(function () {
  'use strict';
  var codeForm = document.getElementById('code-form');
  var shareForm = document.getElementById('share-form');
  var fromQrCode = codeForm ? enhanceCodeForm(codeForm) : function () {};
  if (shareForm && navigator.geolocation) enhanceShareForm(shareForm);
  // The wrong code is in the field now; remove it from the address, which may be bookmarked.
  if (location.search) history.replaceState(null, '', location.pathname + location.hash);
  takeFragment();
  window.addEventListener('hashchange', takeFragment);

  // The code leaves the address bar in every state, so that it is neither bookmarked nor passed on with the link.
  function takeFragment() {
    var code = /^#(\d{6})$/.exec(location.hash);
    if (!code) return;
    history.replaceState(null, '', location.pathname);
    fromQrCode(code[1]);
  }

  function enhanceCodeForm(form) {
    var field = form.elements.code;
    var entry = form.elements.entry;
    var button = form.querySelector('button');
    var note = document.getElementById('code-note');
    var error = document.getElementById('code-error');
    var label = button.textContent;
    var valid = new RegExp('^(?:' + field.pattern + ')$');
    var scanned = null;
    var sending = false;

    // A wrong code stays for comparison; typing replaces it.
    if (field.value) field.select();
    // The browser's own bubbles vanish by themselves and speak the browser's language.
    form.noValidate = true;
    form.addEventListener('submit', function (event) {
      if (sending || !valid.test(field.value)) event.preventDefault();
      if (sending) return;
      if (!valid.test(field.value)) return complain(form.getAttribute('data-malformed'));
      setSending(true);
    });
    // Messages stay while the person types: taking them away would move the button under the finger.
    field.addEventListener('input', function () {
      entry.value = field.value.replace(/\D/g, '') === scanned ? 'qr_code' : 'typed';
    });
    // The person returns to a page that the browser kept in memory.
    window.addEventListener('pageshow', function () { setSending(false); });

    function complain(message) {
      error.textContent = message;
      field.setAttribute('aria-invalid', 'true');
      field.focus();
    }
    function setSending(value) {
      sending = value;
      button.setAttribute('aria-disabled', String(value));
      button.textContent = value ? form.getAttribute('data-sending') : label;
    }
    return function (code) {
      scanned = code;
      field.value = code.slice(0, 3) + ' ' + code.slice(3);
      entry.value = 'qr_code';
      note.textContent = form.getAttribute('data-scanned');
      error.textContent = '';
      field.removeAttribute('aria-invalid');
    };
  }

  function enhanceShareForm(form) {
    var status = document.getElementById('share-status');
    var asking = false;
    document.getElementById('share').hidden = false;
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      if (asking) return;
      // An unticked box is a choice, not a mistake: it is not marked invalid.
      if (!form.elements.consent.checked) {
        status.textContent = form.getAttribute('data-consent');
        form.elements.consent.focus();
        return;
      }
      asking = true;
      status.textContent = form.getAttribute('data-locating');
      navigator.geolocation.getCurrentPosition(send, explain, { enableHighAccuracy: true, timeout: 30000, maximumAge: 0 });
    });

    function send(position) {
      form.elements.latitude.value = position.coords.latitude;
      form.elements.longitude.value = position.coords.longitude;
      form.elements.accuracy_meters.value = position.coords.accuracy;
      form.submit();
    }
    function explain(error) {
      asking = false;
      status.textContent = form.getAttribute(error.code === error.PERMISSION_DENIED ? 'data-denied' : 'data-not-found');
    }
  }
})();
`;
