import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

interface StoredMail {
  to: string
  subject: string
  text: string
}

const folderOf = (data_dir: string) => resolve(data_dir, 'outbox')

/** Writes a mail to a text file in DATA_DIR/outbox that only the server's user can read. */
export async function writeToOutbox(
  data_dir: string,
  { from, to, subject, text }: StoredMail & { from: string },
): Promise<void> {
  const folder = folderOf(data_dir)
  // It may hold a link that opens an account.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stamp = Temporal.Now.instant().toString().replaceAll(':', '-')
  const content = `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`
  await writeFile(resolve(folder, `${stamp}-${randomUUID().slice(0, 8)}.txt`), content, { mode: 0o600 })
}

const fileName = /^(?<day>[\d-]{10})T(?<hour>\d\d)-(?<minute>\d\d)-(?<second>[\d.]+)Z-[\da-f]{8}\.txt$/
const content = /^From: .*\nTo: (?<to>.*)\nSubject: (?<subject>.*)\n\n(?<text>[\s\S]*)\n$/

/** The names of the mails' files with their instants, newest first. */
async function listFiles(folder: string) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.flatMap((name) => {
    const { day, hour, minute, second } = fileName.exec(name)?.groups ?? {}
    return day === undefined ? [] : [{ name, sent_at: `${day}T${hour}:${minute}:${second}Z` }]
  })
  return files.sort((one, two) => Temporal.Instant.compare(two.sent_at, one.sent_at))
}

function readMail(written: string): StoredMail | undefined {
  const { to, subject, text } = content.exec(written)?.groups ?? {}
  return to === undefined || subject === undefined || text === undefined ? undefined : { to, subject, text }
}

/** A page of the mails in DATA_DIR/outbox, newest first; without those that are still being written. */
export async function readOutbox(data_dir: string, { offset, limit }: { offset: number; limit: number }) {
  const folder = folderOf(data_dir)
  const files = await listFiles(folder)
  const mails = await Promise.all(
    files.slice(offset, offset + limit).map(async ({ name, sent_at }) => {
      const mail = readMail(await readFile(resolve(folder, name), 'utf8'))
      return mail === undefined ? [] : [{ ...mail, id: name.replace('.txt', ''), sent_at }]
    }),
  )
  return { count: files.length, rows: mails.flat() }
}
