import { PageVisit } from '../../../support/page.ts';
import { check } from '../check.ts';
import { expectStatus, holds, same } from '../expectations.ts';
import { recipient, type World } from '../world.ts';
import { pagesOf } from './verifications.ts';

const NUMBER = /^[bcdfghjkmnpqrstvwxyz]{4}(?:-[bcdfghjkmnpqrstvwxyz]{4}){2}$/;

const numbered = (world: World) =>
  world.once('a letter with an authenticity number', () => world.scheduledLetter({ authenticity: true }));

export const genuineness = [
  check('GEN-1', 'a letter has a number if its order says so, and none if it says no', ['orders'], async (world) => {
    const { authenticity_number } = await world.scheduledLetter({ authenticity: false });
    same(authenticity_number, null, 'the number of a letter without one');
    holds(NUMBER.test((await numbered(world)).authenticity_number), 'a number has another form');
  }),
  check('GEN-2', 'a number belongs to one letter', ['orders'], async (world) => {
    const other = await world.scheduledLetter({ authenticity: true });
    holds(other.authenticity_number !== (await numbered(world)).authenticity_number, 'two letters have one number');
  }),
  check('GEN-3', 'the page knows the number, and shows no name and no street', ['orders'], async (world) => {
    const letter = await numbered(world);
    const page = await new PageVisit(`${await pagesOf(world)}/`).enterNumber(letter.authenticity_number);
    same(page.status, 200, 'the status of the page');
    for (const hidden of [recipient.name, letter.to.street])
      holds(!page.html.includes(hidden), 'the page shows the recipient');
  }),
  check('GEN-5', 'look-ups are counted by day, without who', ['orders'], async (world) => {
    const letter = await world.scheduledLetter({ authenticity: true });
    const path = `/letters/${letter.id}/look-ups`;
    same(expectStatus(await world.api.get(path), 200).total, 0, 'the look-ups of a new letter');
    await new PageVisit(`${await pagesOf(world)}/`).enterNumber(letter.authenticity_number);
    const { total, days, ...others } = expectStatus(await world.api.get(path), 200);
    same([total, days.length], [1, 1], 'the look-ups and their days');
    same(Object.keys(others).sort(), ['authenticity_number', 'letter_id', 'object'], 'the other fields');
  }),
];
