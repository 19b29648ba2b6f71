import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';

/** The official client, connected to a server in this process. */
export async function clientOf(server: Server): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await server.connect(theirs);
  await client.connect(ours);
  return client;
}

/** What a tool answered: its only content, a text with JSON. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
  json: { notice: string; data?: any; error?: any };
}

export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> {
  const answer = await client.callTool({ name, arguments: given });
  const content = answer.content as { type: string; text: string }[];
  if (content.length !== 1 || content[0]!.type !== 'text') throw new Error(`not one text: ${JSON.stringify(content)}`);
  const { text } = content[0]!;
  return { isError: answer.isError === true, text, json: JSON.parse(text) as ToolAnswer['json'] };
}
