/** What a function that prints letters carries of the PDF engine, and nothing else, to be bundled as functions are. */
export { prepareLetter } from '../../../../../lib/adapters/pdf/letter-file.ts';
