import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { messages } from '@quincena/domain/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { type App, allow } from './access.ts'
import { brandManifest, brandPage, oidcPage, openBrandedFiles } from './branded-files.ts'
import { sendProblem } from './problem.ts'

/** The folder of the built web app. */
export const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

const contentSecurity = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

interface Build {
  /** Modification time of its page. */
  mtime_ms: number
  /** The page with this server's base path in it. */
  page: string
  /** The web app manifest; its `id` names the installed app and begins with the base path. */
  manifest: string
  favicon: string
  /** Its files, as paths below the base. */
  files: Set<string>
}

/**
 * True for files that are served as they are: not the page, not files of the build (names that begin with a dot), and
 * not the compressed copies, which are sent in place of their originals.
 */
const isPublic = (name: string) =>
  name !== 'index.html' && !name.endsWith('.br') && !name.split('/').some((part) => part.startsWith('.'))

/** Writes the base path into the page. */
const fillPage = (html: string, { base_path }: Env) =>
  html.replace(/<base href="[^"]*"\s*\/?>/, `<base href="${base_path}/">`)

const manifestFile = 'manifest.webmanifest'

function readBuild(folder: string, env: Env): Build {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pageFile = join(folder, 'index.html')
  return {
    mtime_ms: statSync(pageFile).mtimeMs,
    page: fillPage(readFileSync(pageFile, 'utf8'), env),
    manifest: names.includes(manifestFile)
      ? readFileSync(join(folder, manifestFile), 'utf8').replace('"id": "', `"id": "${env.base_path}/`)
      : '',
    favicon: names.includes('favicon.svg') ? readFileSync(join(folder, 'favicon.svg'), 'utf8') : '',
    files: new Set(names.filter((name) => isPublic(name) && statSync(join(folder, name)).isFile())),
  }
}

/** Returns the present build; loads a new one that was made while the server runs, once its page exists. */
function currentBuild(folder: string, env: Env): () => Build {
  let build = readBuild(folder, env)
  return () => {
    const mtime_ms = statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
    if (mtime_ms !== undefined && mtime_ms !== build.mtime_ms) build = readBuild(folder, env)
    return build
  }
}

/** Hashed assets are cached for a year; all other files are revalidated. */
function sendAsset(reply: FastifyReply, name: string) {
  const hashed = name.startsWith('assets/')
  return reply.sendFile(name, { cacheControl: true, maxAge: hashed ? '365d' : 0, immutable: hashed })
}

/** Serves the web app built in this folder: its files, and the page for every other path of the app. */
export async function serveWeb(app: App, deps: Deps, folder: string) {
  const base = deps.env.base_path
  if (!existsSync(join(folder, 'index.html'))) {
    deps.log.warn({ folder }, 'the web app is not built, only the API is served: npm run build')
    return
  }
  const current = currentBuild(folder, deps.env)
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  const shown = () => deps.brand.current().shown
  const readBranded = openBrandedFiles(deps, () => current().favicon)
  const sendPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentSecurity)
      .send(oidcPage(brandPage(current().page, shown()), deps.env.oidc?.label))
  const sendManifest = (reply: FastifyReply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(brandManifest(current().manifest, shown()))
  // No rate limit: all users of a company may share one address.
  const options = allow('public', {}, { rateLimit: false })
  if (base !== '') app.get('/', options, (_request, reply) => reply.redirect(`${base}/`))
  app.get(`${base}/`, options, (_request, reply) => sendPage(reply))
  app.get(`${base}/*`, options, async (request: FastifyRequest, reply) => {
    const name = new URL(request.url, 'http://localhost').pathname.slice(base.length + 1)
    if (name === manifestFile && current().manifest !== '') return sendManifest(reply)
    const branded = await readBranded(name)
    if (branded !== undefined)
      return reply.type(branded.type).header('cache-control', 'no-cache').send(branded.content)
    if (current().files.has(name)) return sendAsset(reply, name)
    if (!name.startsWith('api/') && !name.startsWith('assets/')) return sendPage(reply)
    const detail = messages['route.not_found']
    return sendProblem(request, reply, { status: 404, code: 'route.not_found', detail })
  })
}
