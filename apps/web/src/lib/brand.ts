import { DEFAULT_COLORS } from '@quincena/domain/brand/colors'
import type { ShownBrand } from '@quincena/domain/brand/schema'
import { DEFAULT_TRADE_NAME } from '@quincena/domain/lender/trade-name'
import { basePath } from './base-path.ts'

const product: ShownBrand = {
  ...{ id: '', trade_name: DEFAULT_TRADE_NAME, lender: '', phone: '' },
  ...{ colors: DEFAULT_COLORS, logo: null },
}

function readPage(): ShownBrand {
  const content = document.querySelector('meta[name="brand"]')?.getAttribute('content') ?? ''
  // The server wrote it; a page without it, as in development, shows the product's own brand.
  return content === '' ? product : { ...product, ...JSON.parse(content) }
}

let shown: ShownBrand | undefined

/** The brand that this page shows, which the server writes into the page. It stays until the page is loaded again. */
export function brandOfPage(): ShownBrand {
  shown ??= readPage()
  return shown
}

/** The product's name on this installation. */
export const productName = (): string => brandOfPage().trade_name

/** The URL of a logo's picture. */
export const logoSource = (sha256: string) => `${basePath}/api/brand/logo/${sha256}`
