import { brasiliaDate } from '../../core/domain/brasilia.ts';
import type { PageKind, PageState } from '../../core/domain/confirmation-page.ts';
import { type Html, html } from '../../core/html.ts';
import { letterWithCode, shield } from './pictures.ts';
import type { Texts } from './texts.ts';

export interface View {
  words: Texts;
  /** The company's name, for use inside a sentence. */
  company: Html;
  formAction: string;
  shareAction: string;
  numberAction: string;
}

interface Content {
  heading: string;
  body: Html;
  /** Whether the page reports a mistake; its title then starts with it, for people who use a screen reader. */
  mistake?: boolean;
}

type State<Kind extends PageKind> = Extract<PageState, { kind: Kind }>;

/**
 * The code's field is a telephone number, because iOS before 12.2 shows a digit keypad for no other type that accepts
 * spaces. Only the QR code fills it in: `one-time-code` would suggest the code that a bank has just sent by SMS.
 *
 * Six digits with spaces and dashes anywhere: the letter prints two groups of three, and some people type one by one.
 * It means the same with the `RegExp` flags `u` and `v`, which browsers use for the `pattern` attribute.
 */
const CODE_PATTERN = String.raw`[\s\-]*(?:[0-9][\s\-]*){6}`;

const contents: { [Kind in PageKind]: (state: State<Kind>, view: View) => Content } = {
  on_its_way: onItsWay,
  code_expected: codeForm,
  confirmed,
  locked: notice,
  expired,
  no_longer_valid: notice,
  number_expected: numberForm,
  number_unknown: numberUnknown,
  letter_genuine: genuine,
  letter_not_posted: letterNotPosted,
  letter_revoked: revoked,
  unknown_link: unknownLink,
  throttled,
};

/** Heading and body of a state's page. */
export function content(state: PageState, view: View): Content {
  const describe = contents[state.kind] as (state: PageState, view: View) => Content;
  return describe(state, view);
}

function notice({ kind }: State<keyof Texts['notices']>, { words, company }: View): Content {
  const { heading, lead, next } = words.notices[kind];
  return {
    heading,
    body: html`<p class="lead">${lead(company)}</p>
      <p>${next(company)}</p>`,
  };
}

function onItsWay(state: State<'on_its_way'>, view: View): Content {
  const { heading, body } = notice(state, view);
  return {
    heading,
    body: html`${body}
      <p>${view.words.code.sureUntil(view.words.day(state.sure_until))}</p>`,
  };
}

function expired(state: State<'expired'>, view: View): Content {
  const { heading, body } = notice(state, view);
  const { expires_at } = state;
  return {
    heading,
    body: html`${expires_at === null ? null : html`<p class="note">${view.words.code.ended(view.words.moment(expires_at))}</p>`}${body}`,
  };
}

function unknownLink(state: State<'unknown_link'>, view: View): Content {
  const { heading, body } = notice(state, view);
  return { heading, body: html`${body} ${numberField(view, '')}` };
}

function numberForm({ malformed }: State<'number_expected'>, view: View): Content {
  const { heading, lead } = view.words.number;
  return {
    heading,
    mistake: malformed,
    body: html`<p class="lead">${lead}</p>
      ${numberField(view, malformed ? view.words.number.malformed : '')}`,
  };
}

/** What to do about a letter that may be false: nothing in a hurry, and nothing by way of the letter. */
function advice({ words: { letter }, company }: View): Html {
  return html`<h2>${letter.adviceHeading}</h2>
    <ul>
      ${letter.advice.map((item) => html`<li>${item(company)}</li>`)}
    </ul>`;
}

function numberUnknown({ mistyped }: State<'number_unknown'>, view: View): Content {
  const { unknown, mistyped: mistake } = view.words.letter;
  if (mistyped)
    return {
      heading: mistake.heading,
      mistake: true,
      body: html`<p class="lead">${mistake.lead}</p>
        ${numberField(view, mistake.error)}
        <p class="soft">${mistake.next}</p>
        ${advice(view)}`,
    };
  return {
    heading: unknown.heading,
    mistake: true,
    body: html`<p class="lead">${unknown.lead}</p>
      <p class="note"><strong>${unknown.warning}</strong></p>
      ${advice(view)} ${numberField(view, '')}`,
  };
}

function genuine(state: State<'letter_genuine'>, view: View): Content {
  const { words, company } = view;
  const { genuine: said } = words.letter;
  const facts: [string, Html | string][] = [
    [said.sender, company],
    [said.posted, words.day(brasiliaDate(state.posted_at))],
    [said.size, said.pages(state.pages, state.sheets)],
    [said.tracking, state.tracking_code ?? said.noTracking],
  ];
  return {
    heading: said.heading,
    body: html`<p class="lead">${said.lead(company)}</p>
      ${state.looked_up === null ? null : html`<p class="note"><strong>${said.often(state.looked_up)}</strong></p>`}
      <dl>
        ${facts.map(
          ([name, value]) =>
            html`<dt class="soft">${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <p>${said.compare}</p>
      <p class="only-code">${shield}<span>${said.nothingElse(company)}</span></p>`,
  };
}

function letterNotPosted(_: State<'letter_not_posted'>, { words: { letter }, company }: View): Content {
  const { heading, lead, next } = letter.notPosted;
  return {
    heading,
    body: html`<p class="lead">${lead(company)}</p>
      <p>${next}</p>
      <p>${letter.anotherWay(company)}</p>`,
  };
}

function revoked(_: State<'letter_revoked'>, view: View): Content {
  const { heading, lead, warning } = view.words.letter.revoked;
  return {
    heading,
    body: html`<p class="lead">${lead(view.company)}</p>
      <p class="note"><strong>${warning}</strong></p>
      ${advice(view)}`,
  };
}

function numberField({ words: { number }, numberAction }: View, error: string): Html {
  return html`<form method="post" action="${numberAction}">
    <label for="number">${number.label}</label>
    <p id="number-hint" class="soft">${number.hint}</p>
    <p id="number-error" class="error" role="alert">${error}</p>
    <input
      id="number"
      class="number"
      name="number"
      type="text"
      enterkeyhint="go"
      autocomplete="off"
      autocapitalize="none"
      autocorrect="off"
      spellcheck="false"
      aria-describedby="number-error number-hint"
      required
      ${error ? html`aria-invalid="true" autofocus` : null}
    />
    <button class="button">${number.button}</button>
  </form>`;
}

function throttled({ retry_after_seconds }: State<'throttled'>, { words }: View): Content {
  const { heading, lead, next } = words.throttled;
  return {
    heading,
    body: html`<p class="lead">${lead}</p>
      <p>${next(Math.max(1, Math.ceil(retry_after_seconds / 60)))}</p>`,
  };
}

function codeForm(
  { attempts_remaining, wrong, expires_at }: State<'code_expected'>,
  { words, company, formAction }: View,
): Content {
  const { code } = words;
  const error = wrong !== null ? `${code.wrong} ${code.triesLeft(attempts_remaining)}` : '';
  return {
    heading: code.heading,
    mistake: wrong !== null,
    body: html`<p class="lead">${code.lead(company)}</p>
      <form
        id="code-form"
        method="post"
        action="${formAction}"
        data-scanned="${code.scanned}"
        data-malformed="${code.malformed}"
        data-sending="${code.sending}"
      >
        <div class="field">
          ${letterWithCode}
          <div>
            <label for="code">${code.label}</label>
            <p id="code-hint">${code.hint}</p>
          </div>
        </div>
        ${wrong === null && attempts_remaining === 1 ? html`<p class="note">${code.triesLeft(1)}</p>` : null}
        <p id="code-error" class="error" role="alert">${error}</p>
        <p id="code-note" class="note" role="status"></p>
        <input
          id="code"
          name="code"
          type="tel"
          inputmode="numeric"
          enterkeyhint="go"
          autocomplete="off"
          pattern="${CODE_PATTERN}"
          title="${code.malformed}"
          aria-describedby="code-error code-hint"
          required
          ${wrong !== null ? html`value="${wrong}" aria-invalid="true" autofocus` : null}
        />
        <input name="entry" type="hidden" value="typed" autocomplete="off" />
        <button class="button">${code.button}</button>
      </form>
      ${expires_at === null ? null : html`<p class="soft">${code.worksUntil(words.moment(expires_at))}</p>`}
      <p class="only-code">${shield}<span>${code.onlyTheCode}</span></p>
      ${code.questions.map(
        ({ question, answer }) =>
          html`<details>
            <summary>${question}</summary>
            <p>${answer(company)}</p>
          </details>`,
      )}`,
  };
}

function confirmed(state: State<'confirmed'>, view: View): Content {
  const { words, company } = view;
  const { heading, lead, close, shared } = words.confirmed;
  return {
    heading,
    body: html`<p class="lead">${lead(company)}</p>
      ${state.shared ? html`<p class="note">${shared(company)}</p>` : null}
      ${returnButton(state.return_url, view) ?? html`<p>${close}</p>`}
      ${state.can_share_location ? shareForm(view) : null}`,
  };
}

/** The link back to the company. The host is shown as in the browser: a deceptive name appears in Punycode. */
function returnButton(returnUrl: string | null, { words, company }: View): Html | null {
  const url = returnUrl === null ? null : URL.parse(returnUrl);
  if (!url || !['https:', 'http:'].includes(url.protocol)) return null;
  return html`<a class="button" href="${url.href}" rel="noopener noreferrer">${words.confirmed.continue(company)}</a>
    <p class="soft">${words.confirmed.opens(breakable(url.host))}</p>`;
}

/** A host that is too long for a line breaks only before dots: broken elsewhere, it would read as another host. */
function breakable(host: string): Html {
  const [first, ...rest] = host.split('.');
  return html`${first!}${rest.map((label) => html`<wbr />.${label}`)}`;
}

/** Hidden until the script finds that the device has a location: without JavaScript nothing can be shared. */
function shareForm({ words: { share }, company, shareAction }: View): Html {
  return html`<section id="share" class="share" aria-labelledby="share-heading" hidden>
    <p class="tag">${share.optional}</p>
    <h2 id="share-heading">${share.heading}</h2>
    <p>${share.purpose(company)}</p>
    <p>${share.extent(company)}</p>
    <p>${share.freedom}</p>
    <form
      id="share-form"
      method="post"
      action="${shareAction}"
      data-consent="${share.consentFirst}"
      data-locating="${share.locating}"
      data-denied="${share.denied}"
      data-not-found="${share.notFound}"
    >
      <label class="consent">
        <input type="checkbox" name="consent" value="yes" autocomplete="off" />
        <span>${share.consent(company)}</span>
      </label>
      <input name="latitude" type="hidden" />
      <input name="longitude" type="hidden" />
      <input name="accuracy_meters" type="hidden" />
      <button class="button second">${share.button}</button>
      <p id="share-status" class="note" role="status"></p>
    </form>
  </section>`;
}
