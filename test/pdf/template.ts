import type { Template } from '../../lib/pdf/template-file.ts';
import type { Secrets } from '../../lib/pdf/verification-file.ts';

export const TEMPLATE: Template = {
  companyName: 'Empresa Exemplo',
  title: 'Confirme seu endereço',
  body: 'Olá!\n\nRecebemos um cadastro com este endereço. Para confirmar que ele é seu, digite o código abaixo.',
  footer: 'Empresa Exemplo Ltda. Dúvidas: 0800 000 0000.',
  instructions: 'Informe este código à Empresa Exemplo.',
  includeQrCode: true,
  includePageUrl: true,
};

export const SECRETS: Secrets = {
  code: '739154',
  hostedPageUrl: 'https://confirma.example/acc_1/pagina',
  qrCodeUrl: 'https://confirma.example/acc_1/pagina#739154',
};
