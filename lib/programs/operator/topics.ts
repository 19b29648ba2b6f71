/** The first words of the commands, in the order help shows them. */
export const topics: Readonly<Record<string, string>> = {
  accounts: 'the companies that send',
  keys: 'their API keys',
  balance: 'their prepaid money',
  find: 'whose letter is this?',
  letters: 'their letters, until production',
  verifications: 'their address verifications',
  production: 'print batches, reports of the print house, and what is late',
  webhooks: 'who is told of changes, and how that went',
  ledger: 'proof that all money is where it belongs',
  privacy: 'what the law asks for',
};
