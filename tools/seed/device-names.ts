// What people call their devices, sites and services, in the scripts that they write.

import type { Random } from './random.ts'

interface Language {
  readonly sites: readonly string[]
  readonly kinds: readonly string[]
  /** How often it comes. */
  readonly weight: number
}

const languages: readonly Language[] = [
  {
    sites: ['berlin', 'lab', 'warehouse-2', 'rooftop', 'plant7', 'Store 114', 'dock', 'Greenhouse', 'hq', 'Lyon-Est'],
    kinds: [
      'pi',
      'gateway',
      'camera',
      'sensor',
      'kiosk',
      'edge',
      'plc',
      'router',
      'nas',
      'printer',
      'Display',
      'meter',
    ],
    weight: 62,
  },
  {
    sites: ['東京', '大阪工場', '名古屋', '札幌支店', '倉庫3', '福岡', '横浜研究所', 'ビル管理'],
    kinds: ['ゲートウェイ', 'カメラ', 'センサー', '端末', '監視装置', 'サイネージ', '温度計', 'プリンター'],
    weight: 16,
  },
  {
    sites: ['Москва', 'Склад', 'Київ', 'Цех-4', 'София'],
    kinds: ['шлюз', 'камера', 'датчик', 'терминал', 'счётчик'],
    weight: 6,
  },
  {
    sites: ['दिल्ली', 'मुंबई गोदाम', 'बेंगलुरु', 'कार्यालय'],
    kinds: ['कैमरा', 'सेंसर', 'गेटवे', 'मीटर'],
    weight: 4,
  },
  { sites: ['دبي', 'مستودع', 'القاهرة', 'مكتب'], kinds: ['بوابة', 'كاميرا', 'مستشعر', 'شاشة'], weight: 4 },
  { sites: ['上海', '深圳仓库', '台北'], kinds: ['网关', '摄像头', '传感器', '服务器'], weight: 4 },
  { sites: ['서울', '부산 창고'], kinds: ['게이트웨이', '카메라', '센서'], weight: 2 },
  {
    sites: ['São Paulo', 'Köln', 'Zürich', 'Łódź', 'Málaga'],
    kinds: ['câmera', 'Schlüsselkasten', 'capteur'],
    weight: 2,
  },
]
const weighted = languages.map((language) => [language, language.weight] as const)

const longest =
  'temporary replacement for the unit behind the second staircase that nobody has the key for since spring'

/** `number` is the device's own in its account, so that no name comes twice. */
export function deviceName(random: Random, number: number): string {
  const digits = String(number).padStart(5, '0')
  if (random.chance(0.005)) return `${longest.slice(0, 99 - digits.length)} ${digits}`
  const { sites, kinds } = random.weighted(weighted)
  const [site, kind] = [random.pick(sites), random.pick(kinds)]
  const shape = random.below(4)
  if (shape === 0) return `${site} ${kind} ${digits}`
  if (shape === 1) return `${kind}-${digits}`
  return shape === 2 ? `${site}-${kind}-${digits}` : `${site}_${digits}_${kind}`
}

const descriptions = [
  'In the cabinet beside the lift. Ask at the desk for the key.',
  '二階のサーバー室、左から三番目のラック。',
  'Свяжитесь с дежурным инженером перед перезагрузкой.',
  'Replaces the unit that flooded.',
  'الطابق الثاني، بجانب المصعد',
  'Do not unplug: the fridge alarm hangs on it.',
]

export function deviceDescription(random: Random): string | undefined {
  return random.chance(0.3) ? random.pick(descriptions) : undefined
}

const qualities = ['', '', '', ' (main)', ' backup', ' 🔒', ' 管理用', ' резерв', ' test', ' via LAN']

/** Mostly as the type is called. */
export function serviceName(random: Random, typeName: string): string {
  return typeName + random.pick(qualities)
}

/** The first of them are put on many devices, the last on few. */
export const tagNames = [
  'production',
  'retail',
  '東京',
  'outdoor',
  'lte',
  'customer-a',
  'staging',
  'камеры',
  'PoE',
  '要交換',
  'lab',
  'critical-🔥',
  'leased',
  'مهم',
  'solar',
  'beta-firmware',
  'गोदाम',
  'warranty-expired',
  'VIP',
  'decommission',
] as const

export const networkNames = ['Night shift', '監視カメラ', 'Databases 🗄', 'Kiosks, all floors'] as const
