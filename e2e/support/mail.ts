import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { dataFolder } from './server-address.ts'

async function readMailsTo(address: string): Promise<string[]> {
  const outbox = join(dataFolder, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).sort()
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`\nTo: ${address}\n`))
}

/** Waits for a mail with a code to an address and returns the last code. */
export async function readMailedCode(address: string): Promise<string> {
  const codes = async () =>
    (await readMailsTo(address)).flatMap((mail) => /\b\d{6}\b(?=\. Vale)/.exec(mail) ?? [])
  await expect.poll(async () => (await codes()).length, { timeout: 30_000 }).toBeGreaterThan(0)
  return (await codes()).at(-1) ?? ''
}

/** Waits for the `count`-th mail to an address and returns its link. */
export async function readMailedLink(address: string, count = 1): Promise<string> {
  await expect
    .poll(async () => (await readMailsTo(address)).length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(count)
  const link = /https?:\S+/.exec((await readMailsTo(address)).at(-1) ?? '')
  if (link === null) throw new Error(`the mail to ${address} has no link`)
  return link[0]
}
