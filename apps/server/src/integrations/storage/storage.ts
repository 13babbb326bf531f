import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Env } from '../../env.ts'

export interface Storage {
  put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>
  get: (key: string) => Promise<Uint8Array>
  remove: (key: string) => Promise<void>
  /** Throws when nothing can be written. */
  ping: () => Promise<void>
}

async function s3Driver(url: URL) {
  // 38 MB of SDK, only where files live in S3.
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

/** There is no such file; any other error says nothing of whether there is. */
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

/** Files by id-like keys: a folder under DATA_DIR, or an S3-compatible bucket (STORAGE_URL). */
export async function openStorage(env: Pick<Env, 'storage_url' | 'data_dir'>): Promise<Storage> {
  const disk = new Disk(await openDriver(env))
  const folder = folderOf(env)
  return {
    async put(key, bytes, contentType) {
      if (env.storage_url !== undefined) return disk.put(key, bytes, { contentType })
      // Whoever reads meanwhile finds the whole file, the earlier one or none: a folder's files are written bit by bit.
      const part = `${key}.${randomUUID()}`
      await disk.put(part, bytes, { contentType })
      await rename(join(folder, part), join(folder, key))
    },
    get: (key) => disk.getBytes(key),
    remove: (key) => disk.delete(key),
    async ping() {
      await disk.put('health/ping', new Uint8Array([1]))
    },
  }
}
