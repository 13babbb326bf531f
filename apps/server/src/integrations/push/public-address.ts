import dns from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const notPublic = new BlockList()
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [net = '', prefix] = range.split('/')
  notPublic.addSubnet(net, Number(prefix), 'ipv4')
}
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [net = '', prefix] = range.split('/')
  notPublic.addSubnet(net, Number(prefix), 'ipv6')
}
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address is public: not of this machine, a private network or a reserved range. False for any other
 * text.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** The push services of Chrome and Edge on Android and computers, Firefox, Windows and Apple. */
const pushServices = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
]

/**
 * Whether the server may call this push endpoint: https on the default port, without credentials, at a push service of
 * a browser. `lookupPublic` checks the addresses of its name at each call. `allow_local` also allows http on 127.0.0.1.
 * Protects against server-side request forgery, since browsers supply the endpoint.
 */
export function isPushEndpoint(endpoint: string, allow_local: boolean): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (allow_local && protocol === 'http:' && hostname === '127.0.0.1') return true
  if (protocol !== 'https:' || port !== '') return false
  return pushServices.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name))
}

/** DNS lookup for a connection. Fails if any address of the name is not public. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0)
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error(`${hostname} leads to no public address`), '', 0)
    if (options.all === true) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}
