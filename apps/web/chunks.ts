const source = (names: string) => new RegExp(`/apps/web/src/(${names})\\.tsx?$`)

const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'))

/**
 * A phone loads few larger files faster than many small ones; each group includes the imports of its modules.
 * `first-screen` draws the login, `shared` serves every screen behind it, `home` is the worker app's layout.
 */
const firstScreen =
  'app/start|components/(login-f(ields|orm)|links|form-error|month-art)|worker/legal/consent-(box|memory)'
const shared =
  'app/refresh-by-events|lib/(api|picture-source|read-query|sign-in|today|unread)|components/(queries|skeletons|amount|status-badge|message-state|pay-date-strip|bottom-sheet)'
const sharedPaths = [
  'node_modules/@tanstack/(?!.*(infiniteQueryObserver|useInfiniteQuery|useBlocker))',
  'node_modules/@mantine/core/esm/components/Stack/',
  'icons/Icon(Bell|CalendarDollar|Chevron(Left|Right)|CloudOff|ExternalLink|FileText|Help|Home|Phone|Player(Pause|Play)|User|X).mjs$',
  'packages/domain/src/(loans/(schema|rules|limits)|payments/schema).ts$',
]
const home = 'app/worker-layout|worker/(home/home-page|offline/offline-strip|install/install-hint)'
/**
 * Behind the first screens: what many screens of both apps use, their forms, what floats, the dialogs, and the ways to
 * sign in; last what only the office's frame and dashboard load, so that a phone never fetches it.
 */
const parts =
  'components/(drawings|empty-state|late-modal|notice|confirm-dialog|folio-text|small-icon)|lib/(with-error-text|idempotency|client-log|back-closes|save-file|device|strip-accents)'
const partPaths = [
  'node_modules/@mantine/hooks/esm/(use-(merged-ref|disclosure|debounced-value|window-event)|utils/use-callback-ref)/',
  'node_modules/@mantine/core/esm/core/(DirectionProvider|Box/get-style-object|utils/(create-safe-context|create-scoped-keydown-handler|find-element-ancestor|get-safe-id|get-ref-prop|is-element|get-single-element-child|noop))/',
  'node_modules/@mantine/core/esm/.*/get-auto-contrast-value',
  'node_modules/@mantine/core/esm/components/(Accordion/AccordionChevron|Overlay/|Portal/|ScrollArea/utils/to-int|Transition/|Checkbox/CheckIcon)',
  'icons/Icon(ArrowDown|ArrowUp|BuildingBank|CircleCheck|Copy|DeviceDesktop|Download|Eye|Key|Logout|Search|Settings|ShieldLock|Trash).mjs$',
  'packages/domain/src/(accounts/verification-schema|approvals/(rules|schema)|documents/schema|loans/(background|bodies|detail-schema)|transfers/(rules|schema)).ts$',
]
const forms =
  'components/(server-form|leave-guard|password-(rules|change)|use-password-toggle|scheme-switch)|lib/(asking|account)'
const formPaths = [
  'node_modules/@mantine/form/',
  'node_modules/@mantine/hooks/esm/use-(color-scheme|clipboard|force-update)/',
  'packages/domain/src/(device|sessions/access-config).ts$',
  'node_modules/@mantine/core/esm/(components/(Switch|Tabs|Checkbox|Combobox/(Combobox.module|ComboboxChevron|get-parsed))|utils/InlineInput)',
]
const floating = [
  'node_modules/@floating-ui/',
  'node_modules/@mantine/core/esm/(components/Tooltip|utils/Floating)/',
]
const layers = [
  'node_modules/@mantine/core/esm/components/(FocusTrap|Modal|ModalBase|Paper|ScrollArea)/',
  'node_modules/@mantine/hooks/esm/use-(debounced-callback|focus-return|focus-trap)/',
]
const factors = 'components/two-factor-dialog|lib/passkey-calls'
const office = 'app/staff-layout|staff/dashboard/dashboard-page'
/** Which files the build makes, the most general last. */
export const chunks = [
  { name: 'main', test: /preload-helper|apps\/web\/src\/lib\/next-paint/, priority: 6 },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
  {
    name: 'first-screen',
    test: source(`${firstScreen}|lib/login-errors|worker/login/use-worker-login`),
    priority: 4,
  },
  { name: 'shared', test: anyOf(source(shared).source, ...sharedPaths), priority: 3 },
  { name: 'home', test: source(home), priority: 2 },
  { name: 'parts', test: anyOf(source(parts).source, ...partPaths), priority: 1 },
  { name: 'forms', test: anyOf(source(forms).source, ...formPaths), priority: 1 },
  { name: 'floating', test: anyOf(...floating), priority: 1 },
  { name: 'layers', test: anyOf(...layers), priority: 1 },
  { name: 'passkey', test: source('components/passkey-button|lib/passkeys'), priority: 2 },
  { name: 'factors', test: source(factors), priority: 1 },
  { name: 'office', test: source(office) },
]
