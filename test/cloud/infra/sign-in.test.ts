import { describe, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readSettings } from '../../../lib/infra/settings.ts';
import { SignIn } from '../../../lib/infra/sign-in.ts';

function mailOfPool(context: Record<string, string>): unknown {
  const app = new App({ context });
  const stack = new Stack(app, 'Test');
  new SignIn(stack, 'SignIn', { settings: readSettings(app.node), origin: 'https://painel.company.com.br' });
  const [pool] = Object.values(Template.fromStack(stack).findResources('AWS::Cognito::UserPool'));
  return (pool!.Properties as { EmailConfiguration?: unknown }).EmailConfiguration;
}

describe("the user pool's mails", () => {
  test('leave through SES, from mailSender, whose domain is the identity', () => {
    const [partition, region, account] = ['Partition', 'Region', 'AccountId'].map((name) => ({ Ref: `AWS::${name}` }));
    expect(mailOfPool({ mailSender: 'malote@mail.company.com.br' })).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Malote <malote@mail.company.com.br>',
      SourceArn: {
        'Fn::Join': ['', ['arn:', partition, ':ses:', region, ':', account, ':identity/mail.company.com.br']],
      },
    });
  });

  test("leave through Cognito's own sender where no address was given", () => {
    expect(mailOfPool({})).toBeUndefined();
  });
});
