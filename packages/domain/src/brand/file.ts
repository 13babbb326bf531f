import { z } from 'zod'
import { day, textUpTo } from '../fields.ts'
import { BRAND_LIMITS, type BrandContent, brandContent, canonicalBrand } from './content.ts'

/** The name of the file of a brand in a folder of texts. */
export const BRAND_FILE = 'brand.json'

/** A brand as a JSON file beside the picture of its logo, to carry to another installation. */
const brandFile = z.strictObject({
  effective_date: day,
  summary: textUpTo(BRAND_LIMITS.summary),
  ...brandContent.shape,
  /** The name of the picture in the same folder; null: the product's mark. */
  logo: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'Escribe el nombre de un archivo de la misma carpeta')
    .nullable(),
})
export type BrandFile = z.output<typeof brandFile>

/** A brand as the file has it. */
export const fileOfBrand = (
  content: BrandContent,
  facts: Pick<BrandFile, 'effective_date' | 'summary' | 'logo'>,
): BrandFile => {
  const { effective_date, summary, logo } = facts
  return { effective_date, summary, ...canonicalBrand(content), logo }
}

/** Reads the value of a JSON file. Returns the brand, or what is wrong with the file and at which place. */
export function readBrandFile(
  value: unknown,
): { brand: BrandFile } | { problems: { place: string; message: string }[] } {
  const parsed = brandFile.safeParse(value)
  if (parsed.success) return { brand: parsed.data }
  return { problems: parsed.error.issues.map(({ path, message }) => ({ place: path.join('.'), message })) }
}
