import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { apiTokenSearch } from '../staff/api-tokens/search.ts'
import { brandSearch } from '../staff/brand-detail/search.ts'
import { textDetailSearch } from '../staff/text-detail/search.ts'
import { webhookLogSearch } from '../staff/webhook-detail/search.ts'
import { page } from './page-route.ts'
import { idParam } from './route-params.ts'
import { area } from './staff-area.ts'
import { textParam } from './text-param.ts'

const settings = createRoute({
  ...page(area, 'configuracion', 'Configuración'),
  component: lazyRouteComponent(() => import('../staff/settings/settings-page.tsx'), 'SettingsPage'),
})

const moneySettings = createRoute({
  ...page(area, 'configuracion/dinero', 'Configuración'),
  component: lazyRouteComponent(
    () => import('../staff/settings/money-settings-page.tsx'),
    'MoneySettingsPage',
  ),
})

const loanSettings = createRoute({
  ...page(area, 'configuracion/prestamos', 'Configuración'),
  component: lazyRouteComponent(() => import('../staff/settings/loan-settings-page.tsx'), 'LoanSettingsPage'),
})

const texts = createRoute({
  ...page(area, 'configuracion/textos', 'Textos'),
  component: lazyRouteComponent(() => import('../staff/texts/texts-page.tsx'), 'TextsPage'),
})

const textDetail = createRoute({
  ...page(area, 'configuracion/textos/$document', 'Texto'),
  params: textParam,
  validateSearch: textDetailSearch,
  component: lazyRouteComponent(() => import('../staff/text-detail/text-detail-page.tsx'), 'TextDetailPage'),
})

const textDraft = createRoute({
  ...page(area, 'configuracion/textos/$document/borrador', 'Borrador de un texto'),
  params: textParam,
  component: lazyRouteComponent(() => import('../staff/text-draft/text-draft-page.tsx'), 'TextDraftPage'),
})

const brand = createRoute({
  ...page(area, 'configuracion/marca', 'Marca y datos'),
  validateSearch: brandSearch,
  component: lazyRouteComponent(
    () => import('../staff/brand-detail/brand-detail-page.tsx'),
    'BrandDetailPage',
  ),
})

const brandDraft = createRoute({
  ...page(area, 'configuracion/marca/borrador', 'Borrador de la marca'),
  component: lazyRouteComponent(() => import('../staff/brand-draft/brand-draft-page.tsx'), 'BrandDraftPage'),
})

const apiTokens = createRoute({
  ...page(area, 'configuracion/tokens', 'Tokens de API'),
  validateSearch: apiTokenSearch,
  component: lazyRouteComponent(() => import('../staff/api-tokens/api-tokens-page.tsx'), 'ApiTokensPage'),
})

const webhooks = createRoute({
  ...page(area, 'configuracion/webhooks', 'Webhooks'),
  component: lazyRouteComponent(() => import('../staff/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhookDetail = createRoute({
  ...page(area, 'configuracion/webhooks/$id', 'Destino de avisos'),
  params: idParam,
  validateSearch: webhookLogSearch,
  component: lazyRouteComponent(
    () => import('../staff/webhook-detail/webhook-detail-page.tsx'),
    'WebhookDetailPage',
  ),
})

/** The screens below «Configuración». */
export const settingsRoutes = [
  ...([settings, loanSettings, moneySettings, texts, textDetail, textDraft] as const),
  ...([brand, brandDraft, apiTokens, webhooks, webhookDetail] as const),
] as const
