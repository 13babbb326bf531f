interface Rules {
  createHTML: (text: string) => string
  createScriptURL: (address: string) => string
}
interface PolicyFactory {
  createPolicy: (name: 'default', rules: Rules) => unknown
}

/** Mantine writes its style sheets as the inner HTML of `<style>`; a text without tags creates no element. */
function requireNoTags(text: string): string {
  if (text.includes('<')) throw new TypeError('No text becomes HTML')
  return text
}

function requireOwnAddress(address: string): string {
  if (new URL(address, document.baseURI).origin !== location.origin)
    throw new TypeError(`Scripts load from this site only, not from ${address}`)
  return address
}

/**
 * The page's only policy of Trusted Types, which its headers demand of browsers that know them: workers load from this
 * site, and no text becomes HTML with tags or a script.
 */
export function guardSinks() {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  trustedTypes?.createPolicy('default', { createHTML: requireNoTags, createScriptURL: requireOwnAddress })
}
