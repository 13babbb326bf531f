import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../src/db/free-port.ts'
import { type Daemon, startDaemon } from '../daemons.ts'
import { blocksOf, fillIn } from './documents.ts'
import { openSite, type Site } from './site.ts'

/** The host of the example in docs/operations/deploy.md. */
export const host = 'app.example.mx'

/** A running nginx, set up as docs/operations/deploy.md says. */
export interface Nginx extends Site {
  /** The address where it only redirects. */
  plain_url: string
  stop: () => Promise<void>
  log: () => string
}

/** Paths of a certificate and its key. */
export interface Certificate {
  certificate: string
  key: string
}

/** Makes a certificate that only this test trusts, in place of that of a public authority. */
export function makeCertificate(folder: string): Certificate {
  const [certificate, key] = [join(folder, 'tls.pem'), join(folder, 'tls-key.pem')]
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host},IP:127.0.0.1`, '-days', '2']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'pipe',
  })
  return { certificate, key }
}

/** What Debian's nginx.conf has around a site, with the files of this test's folder. */
const around = (folder: string, site: string) => `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx-errors.log warn;
events { worker_connections 1024; }
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  include ${site};
}
`

/** Starts Debian's nginx with the files of deploy.md before two processes that listen on these ports of loopback. */
export async function startNginx(
  parent: string,
  { ports, tls: { certificate, key } }: { ports: readonly [number, number]; tls: Certificate },
): Promise<Nginx> {
  const folder = join(parent, 'nginx')
  mkdirSync(folder, { mode: 0o755 })
  const [plain, tls] = [await freePort(), await freePort()]
  const [site = '', proxied = ''] = blocksOf('deploy', { heading: 'nginx', language: 'nginx' })
  const files = {
    'quincena.conf': fillIn(site, [
      ['127.0.0.1:3001', `127.0.0.1:${ports[0]}`],
      ['127.0.0.1:3002', `127.0.0.1:${ports[1]}`],
      ['listen 80;', `listen 127.0.0.1:${plain};`],
      ['listen 443 ssl', `listen 127.0.0.1:${tls} ssl`],
      [`/etc/letsencrypt/live/${host}/fullchain.pem`, certificate],
      [`/etc/letsencrypt/live/${host}/privkey.pem`, key],
      ['/etc/nginx/quincena-proxy.conf', join(folder, 'quincena-proxy.conf')],
    ]),
    'quincena-proxy.conf': proxied,
    'nginx.conf': around(folder, join(folder, 'quincena.conf')),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const settings = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'nginx-errors.log')]
  execFileSync('nginx', ['-t', ...settings], { stdio: 'pipe' })
  const daemon: Daemon = startDaemon(['nginx', ...settings], { folder, user: {}, name: 'nginx' })
  const opened = openSite(`https://${host}:${tls}`, readFileSync(certificate, 'utf8'))
  return {
    ...opened,
    plain_url: `http://127.0.0.1:${plain}`,
    log: () => readFileSync(join(folder, 'nginx-errors.log'), 'utf8'),
    async stop() {
      opened.close()
      await daemon.stop('SIGTERM')
    },
  }
}
