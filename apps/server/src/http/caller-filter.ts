import { BlockList, isIP } from 'node:net'

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Returns a filter that is true for IP addresses that may call STP's webhooks. `allowed` holds addresses and CIDR
 * ranges; without a list every address may call. Throws when the filter is created if an entry is neither.
 */
export function callerFilter(allowed: readonly string[] | undefined): (ip: string) => boolean {
  if (allowed === undefined) return () => true
  const list = new BlockList()
  for (const entry of allowed) {
    const [address = '', prefix, ...more] = entry.split('/')
    const isRange = prefix === undefined || /^[0-9]{1,3}$/.test(prefix)
    if (isIP(address) === 0 || !isRange || more.length > 0)
      throw new Error(`STP_WEBHOOK_ALLOW: ${entry} is neither an address nor a range`)
    if (prefix === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(prefix), family(address))
  }
  return (ip) => {
    const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
    return list.check(plain, family(plain))
  }
}
