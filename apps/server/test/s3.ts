import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A bucket in memory, which speaks as much of S3 as the product uses: put, get, head, list and delete. */
export interface Bucket {
  /** `endpoint` of a storage address. */
  endpoint: string
  objects: Map<string, Buffer>
  close: () => void
}

const textOf = (name: string, text: string) => `<${name}>${text}</${name}>`

/** Splits the keys below a prefix into objects and, with a delimiter, folders; pages of two entries. */
function listing(objects: Map<string, Buffer>, query: URLSearchParams) {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
  const shorten = (key: string) => {
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    return end < 0 ? key : key.slice(0, end + 1)
  }
  const entries = [
    ...new Set([...objects.keys()].filter((key) => key.startsWith(prefix)).map(shorten)),
  ].sort()
  const after = query.get('continuation-token') ?? ''
  const rest = entries.filter((key) => key > after)
  const page = rest.slice(0, 2)
  const next = rest.length > 2 ? textOf('NextContinuationToken', page.at(-1) ?? '') : ''
  const entry = (key: string) =>
    objects.has(key)
      ? textOf('Contents', `${textOf('Key', key)}<ETag>"a"</ETag><Size>${objects.get(key)?.length}</Size>`)
      : textOf('CommonPrefixes', textOf('Prefix', key))
  const isCut = textOf('IsTruncated', String(next !== ''))
  return textOf('ListBucketResult', `${isCut}${next}${page.map(entry).join('')}`)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(request))
}

async function answer(objects: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '', 'http://s3')
  const key = decodeURIComponent(url.pathname).split('/').slice(2).join('/')
  const send = (status: number, body: string | Buffer = '') => {
    response.writeHead(status, { 'content-type': 'application/xml', etag: '"a"' })
    response.end(body)
  }
  if (request.method === 'PUT') {
    objects.set(key, await bodyOf(request))
    return send(200)
  }
  if (request.method === 'POST') {
    const text = (await bodyOf(request)).toString('utf8')
    for (const [, found = ''] of text.matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(found)
    return send(200, textOf('DeleteResult', ''))
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return send(204)
  }
  if (key === '') return send(200, listing(objects, url.searchParams))
  const found = objects.get(key)
  return found === undefined ? send(404, textOf('Error', textOf('Code', 'NoSuchKey'))) : send(200, found)
}

/** Starts a bucket that any key opens. */
export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => void answer(objects, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: `http://127.0.0.1:${port}`, objects, close }
}
