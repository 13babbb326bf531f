export type Tab = 'home' | 'products' | 'requests' | 'profile'

/** The first segment of a worker's path, by the tab it belongs to (spec: employee-app §2). */
const tabs: Record<Tab, readonly string[]> = {
  home: ['home', 'news-list', 'new-credit', 'new-advance', 'download-history', 'notifications-user'],
  products: ['products'],
  requests: [
    'requests',
    'credit-detail',
    'anticipation-detail',
    'rejected-detail',
    'credit-request-approved',
    'advance-request-approved',
  ],
  profile: [
    'profile',
    'personal-data',
    'documentation',
    'security',
    'notifications',
    'privacy',
    'terms',
    'help-support',
    'edit-profile',
    'bank-staff',
    'change-password',
    'faq',
  ],
}

const firstSegment = (path: string) => path.replace(/^\/app\//, '').split('/')[0] ?? ''

/** The tab a path lights, or null where none does. */
export function activeTab(path: string): Tab | null {
  const segment = firstSegment(path)
  const entry = Object.entries(tabs).find(([, segments]) => segments.includes(segment))
  const names: readonly Tab[] = ['home', 'products', 'requests', 'profile']
  return names.find((name) => name === entry?.[0]) ?? null
}

/**
 * Paths with new, edit, detail or documents in them have the whole phone (spec: employee-app §2). «credit» has
 * «edit» in it, so the result of a credit does too; that of an advance and the onboarding are treated alike.
 */
export function hasBottomTabs(path: string): boolean {
  return !/new|edit|detail|documents|approved|onboarding/.test(path)
}

/** Screens to read: nothing is typed, chosen or signed there, so that a page may start anew without loss. */
const reading = [
  'home',
  'products',
  'requests',
  'profile',
  'notifications-user',
  'news-list',
  'download-history',
  'faq',
]

export function canStartAnew(path: string): boolean {
  return reading.includes(firstSegment(path))
}
