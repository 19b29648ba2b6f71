/** What `npm run letter` says of itself. */
export const HELP = `Checks a PDF and shows what would be printed of it, without a server.

  npm run letter -- check file.pdf [options]
  npm run letter -- preview file.pdf --to to.json [--from from.json] -o out.pdf [options]

Options
  --var name=value    the value of a marker {{name}}; may be repeated. Without any, markers print as they are
  --extra-page        the address on a side of its own, not on the first page
  --double-sided      both sides of the paper
  --verification      the PDF is the letter of a verification; its preview has zeros for the code and a box for the QR code
  --method <method>   of the verification: hosted_page (default), code
  --language <tag>    of messages: pt-BR (default), en
  --json              the answer as JSON

Options of preview
  --to <file>         JSON of the recipient: name, postal_code, number, and what the postal code does not give
  --from <file>       the same of the sender; an example when left out
  -o, --output <file> the PDF to write
  --show-areas        draws the address window (blue) and what is wrong (red), even when the PDF is refused

Exit codes: 0 it can be printed · 1 it cannot, and why · 2 not understood
`;
