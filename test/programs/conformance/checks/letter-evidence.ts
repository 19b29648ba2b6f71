import { createHash } from 'node:crypto';
import { eventually } from '../../../support/eventually.ts';
import { check } from '../check.ts';
import { expectSigned, hashOf } from '../evidence.ts';
import { expectStatus, holds, refused, same } from '../expectations.ts';
import { production } from '../production.ts';
import { recipient, type World } from '../world.ts';
import { pagesOf } from './verifications.ts';

/** Of a posted registered letter; evidence is frozen within moments of the posting. */
const evidenceOf = (world: World) =>
  world.once('evidence of a letter', async () => {
    const {
      letters: { registered },
    } = await production(world);
    const path = `/letters/${registered.id}/evidence`;
    const response = await eventually(
      () => world.api.get(path),
      ({ status }) => status === 200,
    );
    return { path, letter: registered, evidence: expectStatus(response, 200) };
  });

export const letterEvidence = [
  check('EVI-9', 'evidence comes with the end of a letter', ['orders'], async (world) => {
    refused(await world.api.get(`/letters/${(await world.letter()).id}/evidence`), 409, 'letter_not_final');
  }),
  check('EVI-9', 'the evidence of a letter is signed, and does not change', ['production'], async (world) => {
    const { path, evidence } = await evidenceOf(world);
    same(hashOf(expectStatus(await world.api.get(path), 200)), hashOf(evidence), 'the second answer');
    const { statement, signature, letter_id } = evidence;
    await expectSigned(`${await pagesOf(world)}/evidence/keys`, { statement, signature, letter_id });
  }),
  check(
    'EVI-10',
    'the statement names the very print file, and hides the rest in parts',
    ['production'],
    async (world) => {
      const {
        letter,
        evidence: { statement, disclosures },
      } = await evidenceOf(world);
      const file = Buffer.from(await (await fetch(letter.preview_url)).arrayBuffer());
      same(
        [statement.format, statement.edition, statement.status, statement.letter.printed_sha256],
        ['malote-letter-evidence-1', 1, 'posted', createHash('sha256').update(file).digest('hex')],
        'format, edition, status, hash of the file',
      );
      for (const [part, disclosure] of Object.entries(disclosures))
        if (disclosure !== null) same(statement.personal[part], hashOf(disclosure), `the hash of ${part}`);
      holds(!JSON.stringify(statement).includes(recipient.name), 'the statement has the name of the recipient');
      for (const [index, { hash, ...entry }] of statement.history.entries()) {
        same(entry.previous, index === 0 ? null : statement.history[index - 1].hash, 'a hash of the entry before');
        same(hashOf(entry), hash, 'a hash of the history');
      }
    },
  ),
  check('EVI-11', 'each page of the letter has a hash', ['production'], async (world) => {
    const { evidence } = await evidenceOf(world);
    const { pages } = evidence.disclosures;
    holds(pages === null || pages.value.sha256.length >= evidence.statement.letter.pages, 'a page has no hash');
  }),
];
