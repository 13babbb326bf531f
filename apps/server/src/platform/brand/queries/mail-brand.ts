import type { BrandInForce } from '../../../command/brand.ts'
import type { MailBrand } from '../../../integrations/mail/mailer.ts'

/** The brand in force as mails show it. */
export async function mailBrandOf(brand: BrandInForce): Promise<MailBrand> {
  const { lender, colors } = brand.current()
  const logo = await brand.readLogo()
  return { lender, colors, ...(logo && { logo }) }
}
