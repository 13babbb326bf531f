import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Env } from '../../env.ts'
import { counted } from '../failures.ts'

/** Store of files by key. */
export interface Storage {
  /** Writes or replaces a file. A concurrent reader gets the old or the new file, never a part. */
  put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>
  /** Throws when the file is missing (`isMissing`) or cannot be read. */
  get: (key: string) => Promise<Uint8Array>
  remove: (key: string) => Promise<void>
  /** Throws when the store cannot be written. */
  ping: () => Promise<void>
}

/** The driver of an S3-compatible bucket: `s3://bucket?endpoint=https://host&region=name`. */
export async function s3Driver(url: URL) {
  // Loaded only when files are in S3: the SDK has 38 MB.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const endpoint = url.searchParams.get('endpoint')
  return new S3Driver({
    bucket: url.host,
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    supportsACL: false,
    visibility: 'private',
  })
}

/** Whether an error of `get` means that the file does not exist. After any other error it may exist. */
export function isMissing(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return false
  return cause.name === 'NoSuchKey' || ('code' in cause && cause.code === 'ENOENT')
}

const folderOf = ({ data_dir }: Pick<Env, 'data_dir'>) => resolve(data_dir, 'files')

function openDriver(env: Pick<Env, 'storage_url' | 'data_dir'>) {
  if (env.storage_url !== undefined) return s3Driver(new URL(env.storage_url))
  return new FSDriver({ location: folderOf(env), visibility: 'private' })
}

/** Opens the file store: an S3-compatible bucket when STORAGE_URL is set, else the folder DATA_DIR/files. */
export async function openStorage(env: Pick<Env, 'storage_url' | 'data_dir'>): Promise<Storage> {
  const disk = new Disk(await openDriver(env))
  const folder = folderOf(env)
  const isFailure = (error: unknown) => !isMissing(error)
  return {
    put: counted('storage', async (key: string, bytes: Uint8Array, contentType: string) => {
      if (env.storage_url !== undefined) return disk.put(key, bytes, { contentType })
      // Write to a temporary name, then rename: writing in place would show a concurrent reader a part of the file.
      const part = `${key}.${randomUUID()}`
      await disk.put(part, bytes, { contentType })
      await rename(join(folder, part), join(folder, key))
    }),
    get: counted('storage', (key: string) => disk.getBytes(key), isFailure),
    remove: counted('storage', (key: string) => disk.delete(key)),
    ping: counted('storage', () => disk.put('health/ping', new Uint8Array([1]))),
  }
}
