const plain = (name: string) =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('es').replace(/\s+/g, ' ').trim()

/** True if a typed signature is the signer's name; accents, capitals and spaces may differ. */
export function isSignersName(typed: string, full_name: string): boolean {
  return plain(typed) !== '' && plain(typed) === plain(full_name)
}
