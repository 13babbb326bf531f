import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { siteUrl } from './server-address.ts'

/** Opens a proxy to the server. After `release` its service worker differs, as with a new version of the app. */
export async function openProxy() {
  let release = 0
  const proxy = createServer((incoming, answer) => {
    const isWorker = incoming.url?.endsWith('/service-worker.js') === true
    const { 'if-none-match': _etag, 'if-modified-since': _since, ...asked } = incoming.headers
    const headers = isWorker ? { ...asked, 'accept-encoding': 'identity' } : incoming.headers
    const target = new URL(incoming.url ?? '/', siteUrl)
    const outgoing = request(target, { method: incoming.method, headers }, (response) => {
      const { 'content-length': _length, ...kept } = response.headers
      answer.writeHead(response.statusCode ?? 502, isWorker ? kept : response.headers)
      if (!isWorker) return response.pipe(answer)
      response.on('data', (part) => answer.write(part))
      return response.on('end', () => answer.end(`\n// ${release}`))
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const { port }: AddressInfo = Object(proxy.address())
  return {
    url: `http://127.0.0.1:${port}`,
    /** Publishes a new version. */
    release: () => {
      release += 1
    },
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
