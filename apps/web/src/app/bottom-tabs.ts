export type Tab = 'home' | 'products' | 'requests' | 'profile'

/** The first path segments that belong to each tab (spec: employee-app §2). */
const tabs: Record<Tab, readonly string[]> = {
  home: [
    'home',
    'news-list',
    'new-credit',
    'new-advance',
    'download-history',
    'notifications-user',
    'balance',
  ],
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
    'consents',
    'help-support',
    'edit-profile',
    'bank-staff',
    'change-password',
    'faq',
  ],
}

const firstSegment = (path: string) => path.replace(/^\/app\//, '').split('/')[0] ?? ''

/** The tab that a path marks as active, or null. */
export function activeTab(path: string): Tab | null {
  const segment = firstSegment(path)
  const entry = Object.entries(tabs).find(([, segments]) => segments.includes(segment))
  const names: readonly Tab[] = ['home', 'products', 'requests', 'profile']
  return names.find((name) => name === entry?.[0]) ?? null
}

/**
 * False for paths that contain new, edit, detail or documents (spec: employee-app §2): they use the full height.
 * «credit» contains «edit», so the approved credit has no tabs; approved advance and onboarding are treated alike.
 */
export function hasBottomTabs(path: string): boolean {
  return !/new|edit|detail|documents|approved|onboarding/.test(path)
}

/** Screens without input, choice or signature: a reload loses nothing there. */
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

/** Whether the page may be reloaded at this path without losing input. */
export function canStartAnew(path: string): boolean {
  return reading.includes(firstSegment(path))
}
