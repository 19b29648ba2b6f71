import { describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { readSettings } from '../../lib/infra/settings.ts';

const nodeWith = (context: Record<string, unknown>) => new App({ context }).node;

describe('settings', () => {
  test('are those of production unless a stage is given', () => {
    expect(readSettings(nodeWith({}))).toMatchObject({ stage: 'prod', dataProtected: true });
    expect(readSettings(nodeWith({ stage: 'dev' }))).toMatchObject({ stage: 'dev', dataProtected: false });
  });

  test('can each be given on the command line, where every value is text', () => {
    const context = { docsUrl: 'https://docs.malote.test', chargeConcurrency: '7', dataProtected: 'false' };
    expect(readSettings(nodeWith(context))).toMatchObject({
      docsUrl: 'https://docs.malote.test',
      chargeConcurrency: 7,
      dataProtected: false,
    });
  });

  test('of the caller take precedence', () => {
    const node = nodeWith({ confirmationPageBase: 'https://context.test' });
    const overrides = { confirmationPageBase: 'http://127.0.0.1:3000/c' };
    expect(readSettings(node, overrides).confirmationPageBase).toBe('http://127.0.0.1:3000/c');
  });

  test('reject a Pix receiver that nobody could pay', () => {
    const pix = { pixKey: '11222333000181', pixName: 'Malote', pixCity: 'São Paulo' };
    expect(readSettings(nodeWith(pix))).toMatchObject(pix);
    expect(() => readSettings(nodeWith({ ...pix, pixKey: '11.222.333/0001-81' }))).toThrow(
      'pixCity: the key is no CNPJ',
    );
    expect(() => readSettings(nodeWith({ ...pix, pixCity: '' }))).toThrow('the city must have 1 to 15 characters');
    expect(() => readSettings(nodeWith({ pixName: 'Malote' }))).toThrow('the key is no CNPJ');
  });

  test('reject an unknown stage', () => {
    expect(() => readSettings(nodeWith({ stage: 'production' }))).toThrow(
      'no stage "production"; there are: prod, dev',
    );
  });

  test('link errors to the documentation of the stack by default', () => {
    const docsOrigin = 'https://docs.malote.test';
    expect(readSettings(nodeWith({ docsOrigin })).docsUrl).toBe('https://docs.malote.test/erros');
    const docsUrl = 'https://elsewhere.malote.test/errors';
    expect(readSettings(nodeWith({ docsOrigin, docsUrl })).docsUrl).toBe(docsUrl);
    const docsCertificateArn = 'arn:aws:acm:us-east-1:1:certificate/a';
    expect(() => readSettings(nodeWith({ docsCertificateArn }))).toThrow('docsCertificateArn needs docsOrigin');
  });

  test('reject a certificate without its domain', () => {
    expect(() =>
      readSettings(nodeWith({ confirmationPageCertificateArn: 'arn:aws:acm:us-east-1:1:certificate/a' })),
    ).toThrow('confirmationPageCertificateArn needs confirmationPageBase');
    const hosts = {
      confirmationPageHosts: 'confirme.ipe.example',
      confirmationPageBase: 'https://confirmar.example',
      confirmationPageCertificateArn: 'arn:aws:acm:us-east-1:1:certificate/a',
    };
    expect(readSettings(nodeWith(hosts)).confirmationPageHosts).toBe('confirme.ipe.example');
    for (const lacking of [
      { confirmationPageCertificateArn: '' },
      { confirmationPageBase: 'https://confirmar.example/c' },
    ])
      expect(() => readSettings(nodeWith({ ...hosts, ...lacking }))).toThrow('Setting confirmationPageHosts needs');
  });

  test.each([
    { apiDomain: 'api.malote.test' },
    { apiCertificateArn: 'arn:aws:acm:sa-east-1:444455556666:certificate/b' },
  ])('reject a domain of the API without its certificate, and the reverse', (context) => {
    expect(() => readSettings(nodeWith(context))).toThrow('apiDomain and apiCertificateArn need each other');
  });

  test.each(['-1', '4000', '40001', '"8000"'])('reject %s warm write units for the table', (warmWriteUnits) => {
    expect(() => readSettings(nodeWith({ warmWriteUnits }))).toThrow('Setting warmWriteUnits must be');
  });

  test.each(['3', '-1', '1.5'])('reject %s fixed addresses of webhooks', (fixedWebhookAddresses) => {
    expect(() => readSettings(nodeWith({ fixedWebhookAddresses }))).toThrow('must be 0, 1 or 2');
  });

  test('reject an unknown rollout', () => {
    expect(readSettings(nodeWith({ rollout: '' })).rollout).toBe('');
    expect(() => readSettings(nodeWith({ rollout: 'CodeDeployDefault.OneAtATime' }))).toThrow(
      'Setting rollout must be',
    );
  });

  test('reject a value of another type', () => {
    expect(() => readSettings(nodeWith({ chargeConcurrency: '"many"' }))).toThrow('chargeConcurrency must be a number');
  });

  test('accept a time stamping authority only over HTTPS', () => {
    const timestampAuthority = 'https://timestamp.example.com/tsr';
    expect(readSettings(nodeWith({ timestampAuthority })).timestampAuthority).toBe(timestampAuthority);
    for (const wrong of ['http://timestamp.example.com/tsr', 'timestamp.example.com', 'https:///tsr'])
      expect(() => readSettings(nodeWith({ timestampAuthority: wrong }))).toThrow('timestampAuthority');
  });
});
