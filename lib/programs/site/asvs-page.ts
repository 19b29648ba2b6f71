import rows from '../../../data/security-asvs.json' with { type: 'json' };

/** How the service stands to one requirement. */
interface Requirement {
  /** As the standard numbers it. */
  id: string;
  level: number;
  verdict: string;
  /** Tests and pages that show it, from the repository's root. */
  proof?: string[];
  /** Why there is no proof. */
  reason?: string;
}

export const requirements: readonly Requirement[] = rows;

export const ASVS_PAGE = 'docs/security-asvs.md';

const meanings: Readonly<Record<string, string>> = {
  met: 'a test, or the page of the rule, shows it',
  'by construction': 'nothing in the code could break it, for the reason given',
  'by the provider': 'AWS or Cognito does it, by its documentation; nothing of ours was tested there',
  partly: 'what is missing, or why it stays so',
  'not met': 'why not',
  'does not apply': 'the service has nothing of the kind',
};

/** The page of OWASP ASVS, written from its data. */
export function asvsPage(): string {
  const counts = Object.entries(meanings).map(([verdict, meaning]) => {
    const count = requirements.filter((each) => each.verdict === verdict).length;
    return `| ${verdict} | ${count} | ${meaning} |`;
  });
  const lines = requirements.map(({ id, level, verdict, proof = [], reason = '' }) => {
    const shown = proof.map((path) => (path.startsWith('test/') ? `\`${path}\`` : `[${path}](../${path})`));
    return `| ${id} | ${level} | ${verdict} | ${shown.join(', ') || reason} |`;
  });
  return `# The service against OWASP ASVS

All ${requirements.length} requirements of levels 1 and 2 of [ASVS 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0), for a stage with the default settings. The page is made from [its data](../data/security-asvs.json) by \`npm run docs:generate\`.

| Verdict | Requirements | Meaning |
|---|---|---|
${counts.join('\n')}

| Requirement | Level | Verdict | Test, page or reason |
|---|---|---|---|
${lines.join('\n')}
`;
}
