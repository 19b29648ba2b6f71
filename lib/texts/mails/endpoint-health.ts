import { brasiliaDate, brasiliaTime } from '../../core/domain/brasilia.ts';
import type { HealthChange } from '../../core/domain/failing-endpoints.ts';
import { withoutSecrets } from '../../core/domain/web-urls.ts';
import type { WebhookEndpointHealthResource } from '../../core/schemas/webhook.ts';
import { asText } from './as-text.ts';
import { type Letterhead, type MailText, onLetterhead } from './letterhead.ts';

export interface EndpointHealth {
  /** Name of the company. */
  company: string;
  type: HealthChange['type'];
  health: WebhookEndpointHealthResource;
  /** The endpoint's page in the dashboard. */
  url: string;
}

/**
 * Notifies developers that a webhook endpoint is failing, or works again. In Portuguese, as no request names a
 * language.
 */
export function endpointHealthMail(values: EndpointHealth): Letterhead {
  return onLetterhead('pt-BR', texts[values.type]({ ...values, company: asText(values.company) }));
}

const texts: Record<HealthChange['type'], (values: EndpointHealth) => MailText> = {
  'webhook_endpoint.failing': ({ company, health, url }) => ({
    subject: `Webhook fora do ar há um dia: ${new URL(health.url).host}`,
    heading: 'Um endpoint de webhook falha há um dia',
    paragraphs: [
      `Desde ${inWords(health.failing_since)}, todas as chamadas ao endpoint ${withoutSecrets(health.url)}, da conta de ${company}, falharam.`,
      health.last_success_at === null
        ? 'Ele ainda não respondeu com sucesso (2xx) a nenhuma chamada.'
        : `A última resposta com sucesso (2xx) foi em ${inWords(health.last_success_at)}.`,
      'A Malote não desativa endpoints: cada evento é enviado oito vezes em 27 horas e 35 minutos, e depois disso só quando você pedir. Quando o endpoint voltar a funcionar, abra a página dele e use “Reenviar as que falharam”.',
    ],
    ...closing(company, url),
  }),
  'webhook_endpoint.recovered': ({ company, health, url }) => ({
    subject: `Webhook de volta: ${new URL(health.url).host}`,
    heading: 'Um endpoint de webhook voltou a funcionar',
    paragraphs: [
      `O endpoint ${withoutSecrets(health.url)}, da conta de ${company}, respondeu com sucesso (2xx)${health.last_success_at === null ? '' : ` em ${inWords(health.last_success_at)}`}. Ele falhava desde ${inWords(health.failing_since)}.`,
      'O que já falhou oito vezes não é enviado de novo sem que você peça: abra a página do endpoint e use “Reenviar as que falharam”.',
    ],
    ...closing(company, url),
  }),
};

const closing = (company: string, url: string): Pick<MailText, 'action' | 'reason'> => ({
  action: { label: 'Ver o endpoint', url },
  reason: `Você recebeu este e-mail porque cuida da integração da conta de ${company}.`,
});

function inWords(timestamp: string): string {
  const instant = Date.parse(timestamp);
  const [year, month, day] = brasiliaDate(instant).split('-');
  return `${day}/${month}/${year} às ${brasiliaTime(instant)} (horário de Brasília)`;
}
