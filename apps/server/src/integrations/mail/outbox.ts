import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

interface StoredMail {
  to: string
  /** Empty for an SMS or WhatsApp message. */
  subject: string
  text: string
}

const folderOf = (data_dir: string) => resolve(data_dir, 'outbox')

const privateFile = { mode: 0o600 }

/**
 * Writes a mail, or without `html` a message, to DATA_DIR/outbox in files that only the server's user can read: text with
 * the headers, and the HTML beside it.
 */
export async function writeToOutbox(
  data_dir: string,
  { from, to, subject, text, html }: StoredMail & { from: string; html?: string },
): Promise<void> {
  const folder = folderOf(data_dir)
  // It may hold a link that opens an account.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stamp = Temporal.Now.instant().toString().replaceAll(':', '-')
  const name = `${stamp}-${randomUUID().slice(0, 8)}${html === undefined ? '.message' : ''}`
  // The list shows mails whose text is there.
  if (html !== undefined) await writeFile(resolve(folder, `${name}.html`), html, privateFile)
  const content = `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`
  await writeFile(resolve(folder, `${name}.txt`), content, privateFile)
}

const fileName =
  /^(?<id>(?<day>[\d-]{10})T(?<hour>\d\d)-(?<minute>\d\d)-(?<second>[\d.]+)Z-[\da-f]{8}(?<message>\.message)?)\.txt$/
const content = /^From: .*\nTo: (?<to>.*)\nSubject: (?<subject>.*)\n\n(?<text>[\s\S]*)\n$/

/** The files of the mails with their instants, newest first. */
function listMails(names: readonly string[]) {
  const files = names.flatMap((name) => {
    const { id, day, hour, minute, second, message } = fileName.exec(name)?.groups ?? {}
    if (id === undefined) return []
    const kind = message === undefined ? 'mail' : 'message'
    return [{ id, kind, sent_at: `${day}T${hour}:${minute}:${second}Z` } as const]
  })
  return files.sort((one, two) => Temporal.Instant.compare(two.sent_at, one.sent_at))
}

const isMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return []
  throw error
}

function readMail(written: string): StoredMail | undefined {
  const { to, subject, text } = content.exec(written)?.groups ?? {}
  return to === undefined || subject === undefined || text === undefined ? undefined : { to, subject, text }
}

/** A page of what is in DATA_DIR/outbox, newest first; without what is still being written. */
export async function readOutbox(data_dir: string, { offset, limit }: { offset: number; limit: number }) {
  const folder = folderOf(data_dir)
  const names = await readdir(folder).catch(isMissing)
  const files = listMails(names)
  const known = new Set(names)
  const mails = await Promise.all(
    files.slice(offset, offset + limit).map(async (file) => {
      const mail = readMail(await readFile(resolve(folder, `${file.id}.txt`), 'utf8'))
      return mail === undefined ? [] : [{ ...mail, ...file, has_html: known.has(`${file.id}.html`) }]
    }),
  )
  return { count: files.length, rows: mails.flat() }
}

/** The HTML of a mail in DATA_DIR/outbox; undefined if there is none. */
export async function readOutboxHtml(data_dir: string, id: string): Promise<string | undefined> {
  if (!fileName.test(`${id}.txt`)) return undefined
  const written = await readFile(resolve(folderOf(data_dir), `${id}.html`), 'utf8').catch(isMissing)
  return typeof written === 'string' ? written : undefined
}
