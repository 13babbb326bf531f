import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { openPart, type PartPlace, sealPart } from '../../crypto/sealed-parts.ts'
import type { Env } from '../../env.ts'
import { isMissing, s3Driver } from './storage.ts'

type Bytes = AsyncIterable<Uint8Array>

/** The file of a backup that is written last: without it a backup is not complete. */
export const manifestPath = 'manifest.json'

/** A backup that is being written. */
export interface BackupWriter {
  /** Where it will be: a folder or an address. */
  place: string
  write: (path: string, content: Bytes) => Promise<void>
  /** Makes it visible, after the manifest was written. */
  finish: () => Promise<void>
  discard: () => Promise<void>
}

/** A backup that is read. `read` throws while it yields if something is missing or was altered. */
export interface BackupReader {
  name: string
  read: (path: string) => Bytes
}

export interface BackupStore {
  /** The names of all backups; those that are not complete were interrupted, or are being written. */
  list: () => Promise<{ name: string; is_complete: boolean }[]>
  create: (name: string) => Promise<BackupWriter>
  open: (name: string) => BackupReader
  remove: (name: string) => Promise<void>
}

const partSuffix = '.part'

/** Readable by the owner only, and flushed to disk before the backup gets its final name. */
async function writeFlushed(path: string, content: Bytes) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const bytes of content) await file.appendFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads a backup from a folder with its plain files. */
export const openFolder = (folder: string): BackupReader => ({
  name: folder,
  read: (path) => createReadStream(join(folder, path)),
})

/** Backups as folders with plain files. A folder is named `.part` until it is complete. */
function folderStore(root: string): BackupStore {
  return {
    async list() {
      const entries = existsSync(root) ? await readdir(root, { withFileTypes: true }) : []
      return entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => ({ name, is_complete: existsSync(join(root, name, manifestPath)) }))
        .map((entry) => (entry.name.endsWith(partSuffix) ? { ...entry, is_complete: false } : entry))
    },
    async create(name) {
      const place = join(root, name)
      const part = `${place}${partSuffix}`
      await mkdir(part, { recursive: true, mode: 0o700 })
      return {
        place,
        write: (path, content) => writeFlushed(join(part, path), content),
        finish: () => rename(part, place),
        discard: () => rm(part, { recursive: true, force: true }),
      }
    },
    open: (name) => openFolder(join(root, name)),
    async remove(name) {
      // First the manifest: what an interruption leaves does not look complete.
      await rm(join(root, name, manifestPath), { force: true })
      await rm(join(root, name), { recursive: true, force: true })
    },
  }
}

/** Encrypted and stored at a time: a process needs the memory of a few of them, however large a table is. */
const partBytes = 8_000_000

interface Part {
  bytes: Uint8Array
  is_last: boolean
}

/** Yields the content in parts of one size, and says which is the last; an empty content is one empty part. */
async function* partsOf(content: Bytes, size: number): AsyncGenerator<Part> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const bytes of content) {
    waiting.push(bytes)
    length += bytes.length
    if (length <= size) continue
    const whole = Buffer.concat(waiting)
    let at = 0
    for (; whole.length - at > size; at += size)
      yield { bytes: whole.subarray(at, at + size), is_last: false }
    waiting = [whole.subarray(at)]
    length = whole.length - at
  }
  yield { bytes: Buffer.concat(waiting), is_last: true }
}

interface Vault {
  disk: Disk
  /** Of all keys; empty or with a slash at its end. */
  prefix: string
  /** The first one encrypts, all of them decrypt. */
  secrets: readonly string[]
  part_bytes: number
}

/** The number has a fixed width, so that a listing shows the parts in their order. */
const keyOf = ({ prefix }: Vault, { name, path, index }: PartPlace) =>
  `${prefix}${name}/${path}/${String(index).padStart(6, '0')}`

async function* readParts(vault: Vault, file: Omit<PartPlace, 'index'>): Bytes {
  for (let index = 0; ; index += 1) {
    const place = { ...file, index }
    const sealed = await vault.disk.getBytes(keyOf(vault, place)).catch((error: unknown) => {
      if (isMissing(error)) throw new Error(`${file.name}/${file.path}, part ${index}: is missing.`)
      throw error
    })
    const { bytes, is_last } = openPart(vault.secrets, place, sealed)
    yield bytes
    if (is_last) return
  }
}

async function listFolders({ disk, prefix }: Vault): Promise<string[]> {
  const names: string[] = []
  let token: string | undefined
  do {
    const page = await disk.listAll(prefix === '' ? '/' : prefix, {
      recursive: false,
      ...(token === undefined ? {} : { paginationToken: token }),
    })
    for (const entry of page.objects) if (entry.isDirectory) names.push(entry.name)
    token = page.paginationToken
  } while (token !== undefined)
  return names
}

/** Backups of encrypted parts in a bucket or a folder; the names of the files can be read, nothing else. */
function sealedStore(vault: Vault, address: string): BackupStore {
  const [secret = ''] = vault.secrets
  async function remove(name: string) {
    // First the manifest: what an interruption leaves does not look complete.
    await vault.disk.delete(keyOf(vault, { name, path: manifestPath, index: 0 }))
    await vault.disk.deleteAll(`${vault.prefix}${name}/`)
  }
  return {
    async list() {
      const isComplete = (name: string) =>
        vault.disk.exists(keyOf(vault, { name, path: manifestPath, index: 0 }))
      const names = await listFolders(vault)
      return Promise.all(names.map(async (name) => ({ name, is_complete: await isComplete(name) })))
    },
    create: async (name) => ({
      place: `${address}/${name}`,
      async write(path, content) {
        const put = (index: number, part: Part) => {
          const place = { name, path, index }
          const sealed = sealPart(secret, place, part)
          return vault.disk.put(keyOf(vault, place), sealed, { contentType: 'application/octet-stream' })
        }
        // The first part of the manifest is stored last: a backup that has it is complete.
        if (path === manifestPath) {
          const parts = await Array.fromAsync(partsOf(content, vault.part_bytes))
          for (const [index, part] of [...parts.entries()].reverse()) await put(index, part)
          return
        }
        let index = 0
        for await (const part of partsOf(content, vault.part_bytes)) {
          await put(index, part)
          index += 1
        }
      },
      finish: async () => undefined,
      discard: () => remove(name),
    }),
    open: (name) => ({ name, read: (path) => readParts(vault, { name, path }) }),
    remove,
  }
}

/**
 * Opens the store of backups: that of BACKUP_URL, encrypted with BACKUP_KEY, or plain folders below DATA_DIR/backups.
 * `part_bytes` is for tests.
 */
export async function openBackups(
  env: Pick<Env, 'backup_url' | 'backup_keys' | 'data_dir'>,
  part_bytes = partBytes,
): Promise<BackupStore> {
  if (env.backup_url === undefined) return folderStore(resolve(env.data_dir, 'backups'))
  const url = new URL(env.backup_url)
  const options = { secrets: env.backup_keys, part_bytes }
  if (url.protocol === 'file:') {
    const location = fileURLToPath(url)
    await mkdir(location, { recursive: true, mode: 0o700 })
    const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
    return sealedStore({ ...options, disk, prefix: '' }, url.href.replace(/\/$/, ''))
  }
  const folder = url.pathname.replaceAll(/^\/+|\/+$/g, '')
  const prefix = folder === '' ? '' : `${folder}/`
  const address = `s3://${url.host}/${folder}`.replace(/\/$/, '')
  return sealedStore({ ...options, disk: new Disk(await s3Driver(url)), prefix }, address)
}
