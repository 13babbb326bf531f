import { gzipSync } from 'node:zlib'

const block_bytes = 512
const [maxName, maxPrefix] = [100, 155]

/** A file of an archive; its path has `/` between folders. */
export interface ArchiveFile {
  path: string
  bytes: Buffer
}

/** Splits a path for the header's two fields, which join it with `/`. */
function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= maxName) return ['', path]
  const cut = path.indexOf('/', path.length - maxName - 1)
  const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)]
  if (cut === -1 || Buffer.byteLength(prefix) > maxPrefix || Buffer.byteLength(name) > maxName)
    throw new Error(`the path is too long for the archive: ${path}`)
  return [prefix, name]
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

/** Header of a file (POSIX ustar): readable by everybody, writable by its owner, root. */
function headerOf({ path, bytes }: ArchiveFile, time_s: number): Buffer {
  const header = Buffer.alloc(block_bytes)
  const [prefix, name] = splitPath(path)
  header.write(name, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(bytes.length, 11), 124)
  header.write(octal(time_s, 11), 136)
  // The checksum counts its own field as spaces.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write('root', 265)
  header.write('root', 297)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, 148)
  return header
}

/**
 * Packs files as tar and gzip. The same files and time give the same bytes, in whatever order they come: sorted by path,
 * one time, no users of this machine. Throws if a path does not fit in the format.
 */
export function packArchive(files: readonly ArchiveFile[], time_s: number): Buffer {
  const sorted = files.toSorted((one, other) =>
    Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)),
  )
  const blocks = sorted.flatMap((file) => {
    const padding = -file.bytes.length & (block_bytes - 1)
    return [headerOf(file, time_s), file.bytes, Buffer.alloc(padding)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * block_bytes)]), { level: 9 })
}
