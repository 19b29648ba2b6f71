import { expect } from '@jest/globals';
import { signedIn } from '../../../support/dashboard.ts';
import { letterBody } from '../../../support/letters.ts';
import { wordsPdf } from '../../../support/pdfs.ts';
import { openCustomer } from '../../../support/service.ts';
import { testWith } from '../../../support/target.ts';
import { textOf } from '../../pdf/tools.ts';

for (const address_placement of ['first_page', 'extra_page'])
  testWith('dashboard')(
    `the document of a letter, to send it again, prints its values and no address (${address_placement})`,
    async () => {
      const { id, api } = await openCustomer();
      const sender = await signedIn(id, 'sender');
      const data = wordsPdf('Prezado {{nome}},').toString('base64');
      const document = { type: 'base64', data, variables: { nome: 'João' } };
      const { body: letter } = await api.post('/letters', letterBody({ document, address_placement }));
      const { body } = await sender.ask('GET', `/accounts/${id}/letters/${letter.id}/document`);
      const text = textOf(Buffer.from(body.content, 'base64'));
      expect(text).toContain('Prezado João');
      expect(text).not.toContain(letter.to.name);
    },
  );
