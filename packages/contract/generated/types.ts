export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** Any JSON value. */
  Any: { input: unknown; output: unknown; }
  /** ISO 8601, UTC, with milliseconds. */
  DateTime: { input: string; output: string | Date; }
  /** Any JSON object. */
  Object: { input: Record<string, unknown>; output: Readonly<Record<string, unknown>>; }
};

/** What a program signs its requests with. It acts as its owner. */
export type AccessKey = {
  __typename?: 'AccessKey';
  created: Scalars['DateTime']['output'];
  enabled: Scalars['Boolean']['output'];
  key: Scalars['String']['output'];
  /** To the minute; null when it was never used. */
  lastUsed?: Maybe<Scalars['DateTime']['output']>;
};

export type AccountInfo = {
  __typename?: 'AccountInfo';
  devices: DeviceCounts;
  sessions: SessionCounts;
};

export type AddressInput = {
  city?: InputMaybe<Scalars['String']['input']>;
  country?: InputMaybe<Scalars['String']['input']>;
  line1?: InputMaybe<Scalars['String']['input']>;
  line2?: InputMaybe<Scalars['String']['input']>;
  postal?: InputMaybe<Scalars['String']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
};

export type ApiKey = {
  __typename?: 'ApiKey';
  key: Scalars['String']['output'];
  updated: Scalars['DateTime']['output'];
};

/** What kind of program listens: how to name, reach and launch it. */
export type ApplicationType = {
  __typename?: 'ApplicationType';
  description: Scalars['String']['output'];
  id: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  /** The usual port, 0 when there is none. */
  port: Scalars['Int']['output'];
  protocol: Protocol;
  /** True when it can be a web link. */
  proxy: Scalars['Boolean']['output'];
  scheme?: Maybe<Scalars['String']['output']>;
};

export type ArgumentInput = {
  name: Scalars['String']['input'];
  value: Scalars['String']['input'];
};

/** Something about the account itself: a sign-in, a changed password. */
export type AuthEvent = LogEvent & {
  __typename?: 'AuthEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  devices?: Maybe<Array<Device>>;
  id: Scalars['ID']['output'];
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
  users?: Maybe<Array<User>>;
};

export type AuthenticationProvider =
  | 'OIDC'
  | 'SAML';

export type BillingInterval =
  | 'DAY'
  | 'MONTH'
  | 'WEEK'
  | 'YEAR';

export type Card = {
  __typename?: 'Card';
  brand?: Maybe<Scalars['String']['output']>;
  country?: Maybe<Scalars['String']['output']>;
  email?: Maybe<Scalars['String']['output']>;
  expiration?: Maybe<Scalars['DateTime']['output']>;
  /** The last four digits. */
  last?: Maybe<Scalars['String']['output']>;
  month?: Maybe<Scalars['Int']['output']>;
  name?: Maybe<Scalars['String']['output']>;
  phone?: Maybe<Scalars['String']['output']>;
  postal?: Maybe<Scalars['String']['output']>;
  year?: Maybe<Scalars['Int']['output']>;
};

export type Checkpoint = {
  __typename?: 'Checkpoint';
  name: CheckpointName;
  /** Null: not known yet, or not asked for. */
  passed?: Maybe<Scalars['Boolean']['output']>;
};

/** What has to be there for a connection. */
export type CheckpointName =
  | 'AGENT_BOUND'
  | 'AGENT_STARTS'
  | 'AUTHENTICATED'
  | 'CLOUD_CONNECTED'
  | 'NAME_FETCHED'
  | 'NAME_RESOLVED'
  /** A direct way between the two agents. */
  | 'PEER_TO_PEER'
  | 'PORT_BOUND'
  /** A way by a relay, which carries or waits for its turn. */
  | 'PROXY_ESTABLISHED'
  | 'TARGET_REACHABLE';

/** A stable public address of a service. */
export type ConnectLink = {
  __typename?: 'ConnectLink';
  allow: Array<Scalars['String']['output']>;
  /** The stable part of its name. */
  code: Scalars['String']['output'];
  created: Scalars['DateTime']['output'];
  deny: Array<Scalars['String']['output']>;
  enabled: Scalars['Boolean']['output'];
  /** Asterisks when there is one. */
  password?: Maybe<Scalars['String']['output']>;
  url: Scalars['String']['output'];
};

export type Connection = {
  __typename?: 'Connection';
  created: Scalars['DateTime']['output'];
  host: Scalars['String']['output'];
  /** The rule as `hostIP` stated it. */
  hostIP: Scalars['String']['output'];
  /** Also the id of its session: a UUID. */
  id: Scalars['ID']['output'];
  port: Scalars['Int']['output'];
  reverseProxy: Scalars['Boolean']['output'];
  service: Service;
  session?: Maybe<Session>;
  /** Seconds without a stream after which it closes. */
  timeout: Scalars['Int']['output'];
  /** Scheme, host and port, for types that have a scheme. */
  url?: Maybe<Scalars['String']['output']>;
};

export type ConnectionKind =
  /** By an agent of the person who opened it. */
  | 'PEER'
  /** Through a proxy port, or a connect link. */
  | 'PROXY';

export type ConnectionSource =
  | 'EXTERNAL'
  | 'INTERNAL'
  | 'UNKNOWN'
  | 'WEBSOCKET';

/** Which devices and networks of its account a role reaches. */
export type CustomRoleAccess =
  | 'ALL'
  /** The same, as clients that save a selection call it. Without a device it is NONE. */
  | 'CUSTOM'
  | 'NONE'
  /** The devices that the role lists. */
  | 'SELECTED'
  | 'TAG';

export type Device = {
  __typename?: 'Device';
  /** Its guests; for those who may manage it. */
  access: Array<DeviceAccess>;
  attributes: Scalars['Object']['output'];
  can: Scalars['Boolean']['output'];
  categoryA?: Maybe<Scalars['String']['output']>;
  categoryB?: Maybe<Scalars['String']['output']>;
  categoryC?: Maybe<Scalars['String']['output']>;
  categoryD?: Maybe<Scalars['String']['output']>;
  categoryE?: Maybe<Scalars['String']['output']>;
  configurable: Scalars['Boolean']['output'];
  created: Scalars['DateTime']['output'];
  endpoint?: Maybe<Endpoint>;
  events: EventPage;
  /** A link to the same as CSV, at most 10,000 lines; it works for an hour. */
  eventsUrl: Scalars['String']['output'];
  hardwareId?: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  lastReported?: Maybe<Scalars['DateTime']['output']>;
  license: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** The viewer's own, for this device. Null means as in the settings of the user. */
  notificationSettings: DeviceNotificationSettings;
  owner: User;
  /** Of the viewer: VIEW, CONNECT, SCRIPTING, MANAGE, ADMIN. */
  permissions: Array<RolePermission>;
  platform: Scalars['Int']['output'];
  /** A key that a service's presence is asked for with; as it was set. */
  presenceAddress?: Maybe<Scalars['String']['output']>;
  /** Who can reach it, and through what: for those who may manage it. */
  reach: Array<Reach>;
  /** A code that lets a new installation of the agent take this device's place. For those who may manage it. */
  restoreCode: Scalars['String']['output'];
  restoreCommand: Scalars['String']['output'];
  scriptable: Scalars['Boolean']['output'];
  services: Array<Service>;
  /** active while a stream to it can be opened, else inactive. */
  state: Scalars['String']['output'];
  statusA?: Maybe<Scalars['String']['output']>;
  statusB?: Maybe<Scalars['String']['output']>;
  statusC?: Maybe<Scalars['String']['output']>;
  statusD?: Maybe<Scalars['String']['output']>;
  statusE?: Maybe<Scalars['String']['output']>;
  /** Application types that can be installed on it from here. */
  supportedAppInstalls: Array<ApplicationType>;
  /** Those that the account has put on it: without `accountId` its own account, for members, or for guests the viewer's. */
  tags: Array<Tag>;
  /** How it was online, and how its services were used. */
  timeSeries: TimeSeries;
  /** The agent's version. */
  version?: Maybe<Scalars['String']['output']>;
  viewerCan: DeviceVerdicts;
};


export type DeviceCanArgs = {
  permission: RolePermission;
};


export type DeviceEventsArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  maxDate?: InputMaybe<Scalars['DateTime']['input']>;
  minDate?: InputMaybe<Scalars['DateTime']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  types?: InputMaybe<Array<EventType>>;
};


export type DeviceEventsUrlArgs = {
  maxDate?: InputMaybe<Scalars['DateTime']['input']>;
  minDate?: InputMaybe<Scalars['DateTime']['input']>;
};


export type DeviceTagsArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
};


export type DeviceTimeSeriesArgs = {
  length?: InputMaybe<Scalars['Int']['input']>;
  resolution?: InputMaybe<TimeSeriesResolution>;
  timezone?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<TimeSeriesType>;
};

export type DeviceAccess = {
  __typename?: 'DeviceAccess';
  created: Scalars['DateTime']['output'];
  scripting: Scalars['Boolean']['output'];
  /** Null: all of them. */
  services?: Maybe<Array<Service>>;
  user: User;
};

/** A session began or ended. */
export type DeviceConnectEvent = LogEvent & {
  __typename?: 'DeviceConnectEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  /** Milliseconds, when it ended, where it was measured. */
  avgRTT?: Maybe<Scalars['Int']['output']>;
  devices?: Maybe<Array<Device>>;
  exitCode?: Maybe<Scalars['Int']['output']>;
  id: Scalars['ID']['output'];
  /** Seconds, when it ended. */
  lifetime?: Maybe<Scalars['Int']['output']>;
  manufacturer?: Maybe<Scalars['Int']['output']>;
  platform?: Maybe<Scalars['Int']['output']>;
  proxy: Scalars['Boolean']['output'];
  rxBytes?: Maybe<Scalars['String']['output']>;
  session: Scalars['ID']['output'];
  source?: Maybe<Scalars['String']['output']>;
  sourceGeo?: Maybe<Geo>;
  /** connected or disconnected. */
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  targetGeo?: Maybe<Geo>;
  timestamp: Scalars['DateTime']['output'];
  /** Bytes towards the device, when it ended. A decimal integer. */
  txBytes?: Maybe<Scalars['String']['output']>;
  type: EventType;
  users?: Maybe<Array<User>>;
};

export type DeviceCounts = {
  __typename?: 'DeviceCounts';
  licensed: Scalars['Int']['output'];
  offline: Scalars['Int']['output'];
  online: Scalars['Int']['output'];
  total: Scalars['Int']['output'];
  unlicensed: Scalars['Int']['output'];
};

export type DeviceDeleteEvent = LogEvent & {
  __typename?: 'DeviceDeleteEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  devices?: Maybe<Array<Device>>;
  id: Scalars['ID']['output'];
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
  users?: Maybe<Array<User>>;
};

export type DeviceJobEvent = LogEvent & {
  __typename?: 'DeviceJobEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  devices?: Maybe<Array<Device>>;
  id: Scalars['ID']['output'];
  job?: Maybe<Job>;
  jobDevice?: Maybe<JobDevice>;
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
  users?: Maybe<Array<User>>;
};

export type DeviceNotificationSettings = {
  __typename?: 'DeviceNotificationSettings';
  desktopNotifications?: Maybe<Scalars['Boolean']['output']>;
  emailNotifications?: Maybe<Scalars['Boolean']['output']>;
};

export type DevicePage = {
  __typename?: 'DevicePage';
  hasMore: Scalars['Boolean']['output'];
  items: Array<Device>;
  /** The id of the last item. */
  last?: Maybe<Scalars['ID']['output']>;
  total: Scalars['Int']['output'];
};

/** A device or a service of it was added, renamed, changed or removed. */
export type DeviceRefreshEvent = LogEvent & {
  __typename?: 'DeviceRefreshEvent';
  /**
   * device-registered, device-renamed, device-updated, device-tagged, device-untagged, service-added, service-updated,
   * service-removed, network-changed … One event a device; a change of more than a hundred devices is one event of the
   * account, without a device: tags-changed or network-changed.
   */
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  devices?: Maybe<Array<Device>>;
  id: Scalars['ID']['output'];
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
  users?: Maybe<Array<User>>;
};

/** A device was shared with `users`, or is no longer. */
export type DeviceShareEvent = LogEvent & {
  __typename?: 'DeviceShareEvent';
  /** add, update or remove. */
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  devices?: Maybe<Array<Device>>;
  id: Scalars['ID']['output'];
  scripting?: Maybe<Scalars['Boolean']['output']>;
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
  users?: Maybe<Array<User>>;
};

/** A device came online or went offline. */
export type DeviceStateEvent = LogEvent & {
  __typename?: 'DeviceStateEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  devices?: Maybe<Array<Device>>;
  id: Scalars['ID']['output'];
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
  users?: Maybe<Array<User>>;
};

/** A device was handed over to `users`. */
export type DeviceTransferEvent = LogEvent & {
  __typename?: 'DeviceTransferEvent';
  /** device-transferred. */
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  devices?: Maybe<Array<Device>>;
  id: Scalars['ID']['output'];
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
  users?: Maybe<Array<User>>;
};

export type DeviceVerdicts = {
  __typename?: 'DeviceVerdicts';
  addService: Verdict;
  connect: Verdict;
  /** Refused while the device is online. */
  delete: Verdict;
  /** A guest may leave. */
  leave: Verdict;
  manage: Verdict;
  rename: Verdict;
  share: Verdict;
  tag: Verdict;
  transfer: Verdict;
};

export type EncryptionType =
  | 'CHACHA20'
  | 'NONE'
  | 'RC4'
  | 'XXTEA';

/** Where a device is, as its relay sees it. */
export type Endpoint = {
  __typename?: 'Endpoint';
  /** Average online time per day, 0 to 1, of the last thirty days. */
  availability?: Maybe<Scalars['Float']['output']>;
  externalAddress?: Maybe<Scalars['String']['output']>;
  /** Of the external address; null without a database of places. */
  geo?: Maybe<Geo>;
  /** Average number of disconnects per day, of the last thirty days. */
  instability?: Maybe<Scalars['Float']['output']>;
  internalAddress?: Maybe<Scalars['String']['output']>;
  offlineSince?: Maybe<Scalars['DateTime']['output']>;
  onlineSince?: Maybe<Scalars['DateTime']['output']>;
  quality: EndpointQuality;
};

export type EndpointQuality =
  | 'GOOD'
  | 'MODERATE'
  | 'POOR'
  | 'UNKNOWN';

export type EventPage = {
  __typename?: 'EventPage';
  hasMore: Scalars['Boolean']['output'];
  items: Array<LogEvent>;
  last?: Maybe<Scalars['ID']['output']>;
  /** True when older events are kept back by the plan. */
  limited: Scalars['Boolean']['output'];
  total: Scalars['Int']['output'];
};

export type EventType =
  | 'AUTH_EMAIL_CHANGE'
  | 'AUTH_LOGIN'
  | 'AUTH_LOGIN_ATTEMPT'
  | 'AUTH_MFA_DISABLED'
  | 'AUTH_MFA_ENABLED'
  | 'AUTH_PASSWORD_CHANGE'
  | 'AUTH_PASSWORD_RESET'
  | 'AUTH_PASSWORD_RESET_CONFIRMED'
  | 'AUTH_PHONE_CHANGE'
  | 'DEVICE_CONNECT'
  | 'DEVICE_DELETE'
  | 'DEVICE_JOB'
  | 'DEVICE_REFRESH'
  | 'DEVICE_SHARE'
  | 'DEVICE_STATE'
  | 'DEVICE_TRANSFER'
  | 'JOB'
  | 'LICENSE_UPDATED';

export type File = {
  __typename?: 'File';
  created: Scalars['DateTime']['output'];
  /** True for scripts; other files are given to them. */
  executable: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  longDesc?: Maybe<Scalars['String']['output']>;
  name: Scalars['String']['output'];
  shortDesc?: Maybe<Scalars['String']['output']>;
  updated: Scalars['DateTime']['output'];
  versions: FileVersionPage;
};


export type FileVersionsArgs = {
  latest?: InputMaybe<Scalars['Boolean']['input']>;
};

export type FileArgument = {
  __typename?: 'FileArgument';
  argumentType: FileSelectionType;
  desc?: Maybe<Scalars['String']['output']>;
  name: Scalars['String']['output'];
  options: Array<Scalars['String']['output']>;
  order: Scalars['Int']['output'];
};

export type FileSelectionType =
  | 'FileSelect'
  | 'StringEntry'
  | 'StringSelect';

export type FileVersion = {
  __typename?: 'FileVersion';
  arguments: Array<FileArgument>;
  id: Scalars['ID']['output'];
};

export type FileVersionPage = {
  __typename?: 'FileVersionPage';
  items: Array<FileVersion>;
};

/** Where an address is, as far as a database of places knows. */
export type Geo = {
  __typename?: 'Geo';
  city?: Maybe<Scalars['String']['output']>;
  connectionType?: Maybe<Scalars['String']['output']>;
  countryName?: Maybe<Scalars['String']['output']>;
  isp?: Maybe<Scalars['String']['output']>;
  stateName?: Maybe<Scalars['String']['output']>;
};

export type Guest = {
  __typename?: 'Guest';
  deviceCount: Scalars['Int']['output'];
  /** The first thousand of them. */
  devices: Array<Device>;
  networkCount: Scalars['Int']['output'];
  /** The first thousand of them. */
  networks: Array<Network>;
  user: User;
};

/** A page to go to, to pay or to enter a card. */
export type HostedPage = {
  __typename?: 'HostedPage';
  url: Scalars['String']['output'];
};

export type IdentityProvider = {
  __typename?: 'IdentityProvider';
  clientId?: Maybe<Scalars['String']['output']>;
  enabled: Scalars['Boolean']['output'];
  issuer?: Maybe<Scalars['String']['output']>;
  type: IdentityProviderType;
};

export type IdentityProviderType =
  | 'OIDC'
  | 'SAML';

export type Invoice = {
  __typename?: 'Invoice';
  created: Scalars['DateTime']['output'];
  paid: Scalars['Boolean']['output'];
  plan?: Maybe<Plan>;
  price?: Maybe<Price>;
  quantity?: Maybe<Scalars['Int']['output']>;
  total?: Maybe<Scalars['Int']['output']>;
  url?: Maybe<Scalars['String']['output']>;
};

export type Job = {
  __typename?: 'Job';
  created: Scalars['DateTime']['output'];
  file?: Maybe<File>;
  id: Scalars['ID']['output'];
  jobDevices: Array<JobDevice>;
  owner: User;
  status: JobStatusEnum;
  tag?: Maybe<TagFilter>;
  updated: Scalars['DateTime']['output'];
  user?: Maybe<User>;
};

export type JobArgumentType =
  | 'File'
  | 'String';

export type JobAttribute = {
  __typename?: 'JobAttribute';
  key: Scalars['String']['output'];
  value?: Maybe<Scalars['String']['output']>;
};

/** A job on one of its devices. */
export type JobDevice = {
  __typename?: 'JobDevice';
  attributes: Array<JobAttribute>;
  created: Scalars['DateTime']['output'];
  device: Device;
  id: Scalars['ID']['output'];
  status: JobStatusEnum;
  updated: Scalars['DateTime']['output'];
};

export type JobEvent = LogEvent & {
  __typename?: 'JobEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  devices?: Maybe<Array<Device>>;
  id: Scalars['ID']['output'];
  job?: Maybe<Job>;
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
  users?: Maybe<Array<User>>;
};

export type JobPage = {
  __typename?: 'JobPage';
  hasMore: Scalars['Boolean']['output'];
  items: Array<Job>;
  total: Scalars['Int']['output'];
};

export type JobStatusEnum =
  | 'CANCELLED'
  | 'FAILED'
  | 'READY'
  | 'RUNNING'
  | 'SUCCESS'
  | 'WAITING';

export type License = {
  __typename?: 'License';
  created: Scalars['DateTime']['output'];
  custom: Scalars['Boolean']['output'];
  expiration?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  plan: Plan;
  quantity?: Maybe<Scalars['Int']['output']>;
  subscription?: Maybe<Subscription>;
  updated: Scalars['DateTime']['output'];
  user?: Maybe<User>;
  valid: Scalars['Boolean']['output'];
};

export type LicenseOption =
  | 'LICENSED'
  | 'UNLICENSED';

export type LicenseStatus =
  | 'EVALUATION'
  | 'EXEMPT'
  | 'LEGACY'
  | 'LICENSED'
  | 'NON_COMMERCIAL'
  | 'UNKNOWN'
  | 'UNLICENSED';

export type LicenseUpdatedEvent = LogEvent & {
  __typename?: 'LicenseUpdatedEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  devices?: Maybe<Array<Device>>;
  expiration?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  owner?: Maybe<User>;
  plan?: Maybe<Plan>;
  quantity?: Maybe<Scalars['Int']['output']>;
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
  users?: Maybe<Array<User>>;
};

export type Limit = {
  __typename?: 'Limit';
  actual?: Maybe<Scalars['Int']['output']>;
  base?: Maybe<Scalars['Int']['output']>;
  license?: Maybe<License>;
  name: Scalars['String']['output'];
  scale?: Maybe<Scalars['Int']['output']>;
  value?: Maybe<Scalars['Any']['output']>;
};

export type LinkType =
  | 'HTTPS'
  | 'WSS';

export type ListFilter = {
  operator?: InputMaybe<ListOperator>;
  values: Array<Scalars['Any']['input']>;
};

export type ListOperator =
  | 'ALL'
  | 'ANY';

export type LogEvent = {
  /** Per type: add, update, remove … */
  action?: Maybe<Scalars['String']['output']>;
  /** Who did it; null when nobody did, or their account is gone. */
  actor?: Maybe<User>;
  /** The devices among the targets that the viewer may see. */
  devices?: Maybe<Array<Device>>;
  id: Scalars['ID']['output'];
  /** Per type: active, inactive, connected, disconnected … */
  state?: Maybe<Scalars['String']['output']>;
  /** What it happened to. Something deleted leaves its id and its last name. */
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
  /** Whom it concerns besides: those whom a device was shared with, or handed to. */
  users?: Maybe<Array<User>>;
};

export type Member = {
  __typename?: 'Member';
  created: Scalars['DateTime']['output'];
  customRole?: Maybe<Role>;
  license: LicenseStatus;
  user: User;
};

export type Membership = {
  __typename?: 'Membership';
  created: Scalars['DateTime']['output'];
  /** Null when the role was deleted: there is no access until another is given. */
  customRole?: Maybe<Role>;
  license: LicenseStatus;
  organization: Organization;
};

export type Mutation = {
  __typename?: 'Mutation';
  addCustomer: Scalars['Boolean']['output'];
  /**
   * Puts a service into a network of its own account, or changes its name and port there: what is left out stays, null or an
   * empty text takes it away.
   */
  addNetworkConnection: Scalars['Boolean']['output'];
  addNetworkShare: Scalars['Boolean']['output'];
  /** Tags that do not exist yet are made. */
  addNetworkTag: Scalars['Boolean']['output'];
  addService: Service;
  /**
   * Puts tags on devices; those that do not exist yet are made. `serviceId` are ids of devices, or of services on them, that
   * belong to the account or are shared with it.
   */
  addTag: Scalars['Boolean']['output'];
  cancelJob: Scalars['Boolean']['output'];
  cancelSubscription: Scalars['Boolean']['output'];
  /**
   * Whether something listens for TCP at the host and port, as the device sees it. For those who manage the device, which has
   * to be online. Waits some seconds for its answer.
   */
  checkPort: PortCheck;
  /** Takes a device that shows an 8-character code into the account. */
  claimDevice: Device;
  configureOrgIdentityProvider: Scalars['Boolean']['output'];
  /**
   * Opens a proxy port on a relay for the service. Calling it again while a connection with the same rule lives
   * answers with that one. Refused when the device is offline.
   */
  connect: Connection;
  /**
   * Lets an agent of the viewer reach the service: the agent that proves this key. Calling it again for the same key
   * answers with the same connection, renewed. From then on that agent renews it by itself; it ends ten minutes after it
   * does not, and as soon as the viewer may not use the service any more. Refused when the device is offline.
   */
  connectPeer: PeerOrder;
  createAccessKey: NewAccessKey;
  /** Makes an account for somebody who has none, and writes to them. They complete it by signing up with that address. */
  createAccount: User;
  createNetwork: Network;
  /**
   * A new role may VIEW and CONNECT, and reaches nothing. What is granted and revoked at once is revoked; VIEW cannot be.
   * Tags without an `access` mean TAG, devices SELECTED.
   */
  createRole: Role;
  createSubscription: HostedPage;
  /** Only one that is switched off can be deleted. */
  deleteAccessKey: Scalars['Boolean']['output'];
  /** Deletes a device that is offline. With `force` also one that is online. */
  deleteDevice: Scalars['Boolean']['output'];
  /** Deletes all of them or none: each must exist, be own, offline, and the viewer's to manage. */
  deleteDevices: Scalars['Boolean']['output'];
  deleteFile: Scalars['Boolean']['output'];
  deleteNetwork: Scalars['Boolean']['output'];
  /** Ends the viewer's own organization: its members lose their access at once. */
  deleteOrganization: Scalars['Boolean']['output'];
  /** Its members have no access until they are given another. */
  deleteRole: Scalars['Boolean']['output'];
  /** Roles that name it go on doing so, and reach nothing by it. */
  deleteTag: Scalars['Boolean']['output'];
  /** Ends a connection, and cuts its streams: the port of a proxy is closed, the agents of a peer are told. */
  disconnect: Scalars['Boolean']['output'];
  installApp: Scalars['Boolean']['output'];
  /** The viewer ends their own membership. `id` is the organization's. */
  leaveOrganization: Scalars['Boolean']['output'];
  leaveReseller: Scalars['Boolean']['output'];
  /** Everything tagged `from` is tagged `to` instead, and `from` is gone. */
  mergeTag: Scalars['Boolean']['output'];
  /** What the viewer thought of a connection: 100 good, 50 okay, 0 bad. Within an hour after its end, by who opened it. */
  rateConnection: Scalars['Boolean']['output'];
  readNotice: Scalars['Boolean']['output'];
  /** Marks as read up to and with this one; without `id` all. */
  readNotifications: Scalars['Boolean']['output'];
  rebootDevice: Scalars['Boolean']['output'];
  /** Asks the agent to report anew. */
  refreshDevice: Scalars['Boolean']['output'];
  removeApp: Scalars['Boolean']['output'];
  removeConnectLink: Scalars['Boolean']['output'];
  removeCustomer: Scalars['Boolean']['output'];
  /** False when none of them was a member. */
  removeMember: Scalars['Boolean']['output'];
  removeNetworkConnection: Scalars['Boolean']['output'];
  /** Ends the sharing; a guest names their own address to leave. */
  removeNetworkShare: Scalars['Boolean']['output'];
  removeNetworkTag: Scalars['Boolean']['output'];
  removeService: Scalars['Boolean']['output'];
  removeTag: Scalars['Boolean']['output'];
  /** Renames a device or a service. Clashes with another own device's name (case ignored) are refused. */
  renameService: Scalars['Boolean']['output'];
  /** Renames; to the name of another tag it merges the two. */
  renameTag: Scalars['Boolean']['output'];
  rentANode: Scalars['Boolean']['output'];
  /**
   * Merges into the attributes of a device or a service, or of the viewer without `serviceId`; a null removes. Gives all
   * attributes back.
   */
  setAttributes: Scalars['Object']['output'];
  /** Makes the service's connect link, or changes it. A password of asterisks leaves it as it is, null takes it away. */
  setConnectLink: ConnectLink;
  setJob: Scalars['String']['output'];
  /**
   * Adds members, or changes them. Who has no account yet is invited by mail. Without `roleId` a new member gets the role
   * Member; without `license` LICENSED.
   */
  setMember: Scalars['Boolean']['output'];
  /** With `serviceId` (a device's id) for that device, where null means as for the user; without, for the user. */
  setNotificationSettings: Scalars['Boolean']['output'];
  /**
   * Makes the account an organization, or changes it. A new one needs a name, and gets the system roles Admin and Member. An
   * empty text removes a domain or a logo. Whoever says a domain has its CNAME record looked up, again each time.
   */
  setOrganization: Scalars['Boolean']['output'];
  /** Makes tags, or changes the colour of those that exist. */
  setTag: Scalars['Boolean']['output'];
  /**
   * Shares a device, changes how it is shared, ends that (REMOVE), or gives up what was shared with the viewer (LEAVE).
   * Without `services` the whole device is shared; with some, a guest reaches only these. Who has no account yet is invited
   * by mail. Refused for own addresses.
   */
  share: Scalars['Boolean']['output'];
  startJob: Scalars['String']['output'];
  /** Sends a message to the viewer's webhook now, so that they see that it arrives. */
  testWebhook: WebhookDelivery;
  /** Hands the device over. Guests, tags and places in networks are lost, and its connections are cut. */
  transfer: Scalars['Boolean']['output'];
  uninstallDevice: Scalars['Boolean']['output'];
  /** What was begun with a key ends at once when it is switched off. */
  updateAccessKey: AccessKey;
  /** What is absent stays as it is. `timezone` is an IANA name. */
  updateAccount: User;
  updateCreditCard: HostedPage;
  updateNetwork: Network;
  updateRole: Role;
  updateService: Service;
  updateSubscription: Scalars['Boolean']['output'];
  upgradeDevice: Scalars['Boolean']['output'];
};


export type MutationAddCustomerArgs = {
  email: Array<Scalars['String']['input']>;
  resellerId: Scalars['String']['input'];
};


export type MutationAddNetworkConnectionArgs = {
  name?: InputMaybe<Scalars['String']['input']>;
  networkId: Scalars['String']['input'];
  port?: InputMaybe<Scalars['Int']['input']>;
  serviceId: Scalars['String']['input'];
};


export type MutationAddNetworkShareArgs = {
  email: Array<Scalars['String']['input']>;
  networkId: Scalars['String']['input'];
};


export type MutationAddNetworkTagArgs = {
  name: Array<Scalars['String']['input']>;
  networkId: Scalars['String']['input'];
};


export type MutationAddServiceArgs = {
  application?: InputMaybe<Scalars['Int']['input']>;
  deviceId: Scalars['String']['input'];
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  host?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  port?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationAddTagArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  name: Array<Scalars['String']['input']>;
  serviceId: Array<Scalars['String']['input']>;
};


export type MutationCancelJobArgs = {
  jobId?: InputMaybe<Scalars['String']['input']>;
};


export type MutationCancelSubscriptionArgs = {
  licenseId?: InputMaybe<Scalars['String']['input']>;
};


export type MutationCheckPortArgs = {
  deviceId: Scalars['String']['input'];
  host: Scalars['String']['input'];
  port: Scalars['Int']['input'];
};


export type MutationClaimDeviceArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  code: Scalars['String']['input'];
};


export type MutationConfigureOrgIdentityProviderArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  clientId?: InputMaybe<Scalars['String']['input']>;
  clientSecret?: InputMaybe<Scalars['String']['input']>;
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  issuer?: InputMaybe<Scalars['String']['input']>;
  metadata?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<IdentityProviderType>;
};


export type MutationConnectArgs = {
  hostIP?: InputMaybe<Scalars['String']['input']>;
  serviceId: Scalars['String']['input'];
  type?: InputMaybe<ProxyType>;
};


export type MutationConnectPeerArgs = {
  key: Scalars['String']['input'];
  platform?: InputMaybe<Scalars['Int']['input']>;
  route?: InputMaybe<RouteMode>;
  serviceId: Scalars['String']['input'];
};


export type MutationCreateAccountArgs = {
  email: Scalars['String']['input'];
};


export type MutationCreateNetworkArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
};


export type MutationCreateRoleArgs = {
  access?: InputMaybe<CustomRoleAccess>;
  accountId?: InputMaybe<Scalars['String']['input']>;
  deviceIds?: InputMaybe<Array<Scalars['String']['input']>>;
  grant?: InputMaybe<Array<RolePermission>>;
  name?: InputMaybe<Scalars['String']['input']>;
  revoke?: InputMaybe<Array<RolePermission>>;
  tag?: InputMaybe<ListFilter>;
};


export type MutationCreateSubscriptionArgs = {
  address?: InputMaybe<AddressInput>;
  cancelUrl: Scalars['String']['input'];
  licenseId?: InputMaybe<Scalars['String']['input']>;
  priceId: Scalars['String']['input'];
  quantity?: InputMaybe<Scalars['Int']['input']>;
  successUrl: Scalars['String']['input'];
  taxId?: InputMaybe<TaxIdInput>;
};


export type MutationDeleteAccessKeyArgs = {
  key: Scalars['String']['input'];
};


export type MutationDeleteDeviceArgs = {
  deviceId: Scalars['String']['input'];
  force?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationDeleteDevicesArgs = {
  deviceId?: InputMaybe<Array<Scalars['String']['input']>>;
};


export type MutationDeleteFileArgs = {
  fileId: Scalars['String']['input'];
};


export type MutationDeleteNetworkArgs = {
  id: Scalars['String']['input'];
};


export type MutationDeleteRoleArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
};


export type MutationDeleteTagArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  name: Array<Scalars['String']['input']>;
};


export type MutationDisconnectArgs = {
  connectionId: Scalars['String']['input'];
  serviceId: Scalars['String']['input'];
};


export type MutationInstallAppArgs = {
  application: Scalars['Int']['input'];
  deviceIds?: InputMaybe<Array<Scalars['String']['input']>>;
};


export type MutationLeaveOrganizationArgs = {
  id: Scalars['ID']['input'];
};


export type MutationMergeTagArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  from: Scalars['String']['input'];
  to: Scalars['String']['input'];
};


export type MutationRateConnectionArgs = {
  quality: Scalars['Int']['input'];
  serviceId: Scalars['String']['input'];
  sessionId: Scalars['String']['input'];
};


export type MutationReadNoticeArgs = {
  id: Scalars['String']['input'];
};


export type MutationReadNotificationsArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
};


export type MutationRebootDeviceArgs = {
  deviceId: Scalars['String']['input'];
};


export type MutationRefreshDeviceArgs = {
  deviceId: Scalars['String']['input'];
};


export type MutationRemoveAppArgs = {
  application: Scalars['Int']['input'];
  deviceIds?: InputMaybe<Array<Scalars['String']['input']>>;
};


export type MutationRemoveConnectLinkArgs = {
  serviceId: Scalars['String']['input'];
};


export type MutationRemoveCustomerArgs = {
  email: Array<Scalars['String']['input']>;
  resellerId: Scalars['String']['input'];
};


export type MutationRemoveMemberArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  email: Array<Scalars['String']['input']>;
};


export type MutationRemoveNetworkConnectionArgs = {
  networkId: Scalars['String']['input'];
  serviceId: Scalars['String']['input'];
};


export type MutationRemoveNetworkShareArgs = {
  email: Array<Scalars['String']['input']>;
  networkId: Scalars['String']['input'];
};


export type MutationRemoveNetworkTagArgs = {
  name: Array<Scalars['String']['input']>;
  networkId: Scalars['String']['input'];
};


export type MutationRemoveServiceArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRemoveTagArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  name: Array<Scalars['String']['input']>;
  serviceId: Array<Scalars['String']['input']>;
};


export type MutationRenameServiceArgs = {
  name: Scalars['String']['input'];
  serviceId: Scalars['String']['input'];
};


export type MutationRenameTagArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  from: Scalars['String']['input'];
  to: Scalars['String']['input'];
};


export type MutationRentANodeArgs = {
  data: Array<Scalars['String']['input']>;
};


export type MutationSetAttributesArgs = {
  attributes: Scalars['Object']['input'];
  serviceId?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSetConnectLinkArgs = {
  allow?: InputMaybe<Array<Scalars['String']['input']>>;
  deny?: InputMaybe<Array<Scalars['String']['input']>>;
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  password?: InputMaybe<Scalars['String']['input']>;
  serviceId: Scalars['String']['input'];
};


export type MutationSetJobArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  arguments?: InputMaybe<Array<ArgumentInput>>;
  deviceIds?: InputMaybe<Array<Scalars['String']['input']>>;
  fileId?: InputMaybe<Scalars['String']['input']>;
  jobId?: InputMaybe<Scalars['String']['input']>;
  tagFilter?: InputMaybe<ListFilter>;
};


export type MutationSetMemberArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  email: Array<Scalars['String']['input']>;
  license?: InputMaybe<LicenseOption>;
  role?: InputMaybe<OrganizationRole>;
  roleId?: InputMaybe<Scalars['ID']['input']>;
};


export type MutationSetNotificationSettingsArgs = {
  desktopNotifications?: InputMaybe<Scalars['Boolean']['input']>;
  emailNotifications?: InputMaybe<Scalars['Boolean']['input']>;
  notificationEmail?: InputMaybe<Scalars['String']['input']>;
  notificationUrl?: InputMaybe<Scalars['String']['input']>;
  renewSecret?: InputMaybe<Scalars['Boolean']['input']>;
  serviceId?: InputMaybe<Scalars['String']['input']>;
  urlNotifications?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationSetOrganizationArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  domain?: InputMaybe<Scalars['String']['input']>;
  logoUrl?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  providers?: InputMaybe<Array<AuthenticationProvider>>;
};


export type MutationSetTagArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  tag: Array<TagInput>;
};


export type MutationShareArgs = {
  action?: InputMaybe<SharingAction>;
  deviceId: Scalars['String']['input'];
  email: Array<Scalars['String']['input']>;
  notify?: InputMaybe<Scalars['Boolean']['input']>;
  scripting?: InputMaybe<Scalars['Boolean']['input']>;
  services?: InputMaybe<Array<ServiceSharingOptions>>;
};


export type MutationStartJobArgs = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  arguments?: InputMaybe<Array<ArgumentInput>>;
  deviceIds?: InputMaybe<Array<Scalars['String']['input']>>;
  fileId?: InputMaybe<Scalars['String']['input']>;
  jobId?: InputMaybe<Scalars['String']['input']>;
  tagFilter?: InputMaybe<ListFilter>;
};


export type MutationTransferArgs = {
  deviceId: Scalars['String']['input'];
  email: Scalars['String']['input'];
};


export type MutationUninstallDeviceArgs = {
  deviceId: Scalars['String']['input'];
};


export type MutationUpdateAccessKeyArgs = {
  enabled: Scalars['Boolean']['input'];
  key: Scalars['String']['input'];
};


export type MutationUpdateAccountArgs = {
  language?: InputMaybe<Scalars['String']['input']>;
  timezone?: InputMaybe<Scalars['String']['input']>;
};


export type MutationUpdateCreditCardArgs = {
  cancelUrl: Scalars['String']['input'];
  successUrl: Scalars['String']['input'];
};


export type MutationUpdateNetworkArgs = {
  id: Scalars['String']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
};


export type MutationUpdateRoleArgs = {
  access?: InputMaybe<CustomRoleAccess>;
  accountId?: InputMaybe<Scalars['String']['input']>;
  deviceIds?: InputMaybe<Array<Scalars['String']['input']>>;
  grant?: InputMaybe<Array<RolePermission>>;
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  revoke?: InputMaybe<Array<RolePermission>>;
  tag?: InputMaybe<ListFilter>;
};


export type MutationUpdateServiceArgs = {
  application?: InputMaybe<Scalars['Int']['input']>;
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  host?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  port?: InputMaybe<Scalars['Int']['input']>;
  presenceAddress?: InputMaybe<Scalars['String']['input']>;
};


export type MutationUpdateSubscriptionArgs = {
  licenseId?: InputMaybe<Scalars['String']['input']>;
  priceId: Scalars['String']['input'];
  quantity?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationUpgradeDeviceArgs = {
  deviceId: Scalars['String']['input'];
};

export type Network = {
  __typename?: 'Network';
  /** Whom it is shared with; for those who may manage it. */
  access: Array<NetworkAccess>;
  /** Those of its services that the viewer may see. */
  connections: Array<NetworkConnection>;
  created: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  owner: User;
  /** Of the viewer. */
  permissions: Array<RolePermission>;
  /** Those that its account has put on it; for its members. */
  tags: Array<Tag>;
  viewerCan: NetworkVerdicts;
};

export type NetworkAccess = {
  __typename?: 'NetworkAccess';
  user: User;
};

/** A service in a network. */
export type NetworkConnection = {
  __typename?: 'NetworkConnection';
  /** What it is called here; by default as the service. */
  name?: Maybe<Scalars['String']['output']>;
  /** The local port that it is bound to; null: any. */
  port?: Maybe<Scalars['Int']['output']>;
  service: Service;
};

export type NetworkVerdicts = {
  __typename?: 'NetworkVerdicts';
  /** A guest may leave. */
  leave: Verdict;
  manage: Verdict;
  share: Verdict;
  tag: Verdict;
};

export type NewAccessKey = {
  __typename?: 'NewAccessKey';
  key: Scalars['String']['output'];
  /** In base64. It is shown this once. */
  secret: Scalars['String']['output'];
};

export type Notice = {
  __typename?: 'Notice';
  body: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  image?: Maybe<Scalars['String']['output']>;
  link?: Maybe<Scalars['String']['output']>;
  modified: Scalars['DateTime']['output'];
  /** When the viewer read it. */
  read?: Maybe<Scalars['DateTime']['output']>;
  title: Scalars['String']['output'];
  type: NoticeType;
};

export type NoticeType =
  | 'BANNER'
  | 'BANNER_DANGER'
  | 'BANNER_WARN'
  | 'COMMUNICATION'
  | 'GENERIC'
  | 'RELEASE'
  | 'SECURITY'
  | 'SYSTEM';

export type Notification = {
  __typename?: 'Notification';
  created: Scalars['DateTime']['output'];
  event?: Maybe<LogEvent>;
  id: Scalars['ID']['output'];
  /** So many more happened with it, too many to be listed one by one; the log has them. */
  others: Scalars['Int']['output'];
  read?: Maybe<Scalars['DateTime']['output']>;
};

export type NotificationPage = {
  __typename?: 'NotificationPage';
  hasMore: Scalars['Boolean']['output'];
  items: Array<Notification>;
  last?: Maybe<Scalars['ID']['output']>;
  unread: Scalars['Int']['output'];
};

/** Without a choice: in the portal, and nowhere else. */
export type NotificationSettings = {
  __typename?: 'NotificationSettings';
  /** In the portal and on the desktop. */
  desktopNotifications: Scalars['Boolean']['output'];
  /** What happens within a minute or so comes in one mail. */
  emailNotifications: Scalars['Boolean']['output'];
  /** Null: the address of the account. */
  notificationEmail?: Maybe<Scalars['String']['output']>;
  /** False until the link in the mail that was sent there is opened; until then mails go to the address of the account. */
  notificationEmailVerified: Scalars['Boolean']['output'];
  /** What webhooks are signed with (Standard Webhooks, `whsec_…`); shown to its owner only. */
  notificationSecret?: Maybe<Scalars['String']['output']>;
  notificationUrl?: Maybe<Scalars['String']['output']>;
  /** Why the webhook was switched off, when it did not answer for long. Switching it on again clears it. */
  notificationUrlError?: Maybe<Scalars['String']['output']>;
  urlNotifications: Scalars['Boolean']['output'];
};

export type Organization = {
  __typename?: 'Organization';
  /** The account it is a record on, which is also its owner. */
  account: User;
  created: Scalars['DateTime']['output'];
  domain?: Maybe<Scalars['String']['output']>;
  /** The id of its account. */
  id: Scalars['ID']['output'];
  identityProvider?: Maybe<IdentityProvider>;
  logoUrl?: Maybe<Scalars['String']['output']>;
  /** For members with the ADMIN permission; for others only the viewer. */
  members: Array<Member>;
  name: Scalars['String']['output'];
  /** How members may sign in; empty: as they like. In force once the identity provider is enabled. */
  providers: Array<AuthenticationProvider>;
  reseller?: Maybe<Reseller>;
  /** What would change if the role were as the arguments say. Nothing is changed. Without `id` it is a new role. */
  roleChange: RoleChange;
  /** System roles first. */
  roles: Array<Role>;
  /** The DNS name that has to have a CNAME record with `verificationValue`, to show that the domain is the organization's. */
  verificationCNAME?: Maybe<Scalars['String']['output']>;
  verificationValue?: Maybe<Scalars['String']['output']>;
  verified: Scalars['Boolean']['output'];
  viewerCan: OrganizationVerdicts;
};


export type OrganizationRoleChangeArgs = {
  access?: InputMaybe<CustomRoleAccess>;
  deviceIds?: InputMaybe<Array<Scalars['String']['input']>>;
  grant?: InputMaybe<Array<RolePermission>>;
  id?: InputMaybe<Scalars['ID']['input']>;
  revoke?: InputMaybe<Array<RolePermission>>;
  tag?: InputMaybe<ListFilter>;
};

export type OrganizationRole =
  | 'ADMIN'
  | 'MEMBER'
  | 'NO_ACCESS'
  | 'REMOVE';

export type OrganizationVerdicts = {
  __typename?: 'OrganizationVerdicts';
  /** Its settings, members and roles. */
  change: Verdict;
  /** For its owner. */
  delete: Verdict;
  /** For its members. */
  leave: Verdict;
  seeGuests: Verdict;
};

export type OutboxMail = {
  __typename?: 'OutboxMail';
  created: Scalars['DateTime']['output'];
  /** Why the last attempt to send it failed. */
  error?: Maybe<Scalars['String']['output']>;
  /** As mail programs show it; empty once it was sent. Worth asking for with one mail only. */
  html: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  /** Null while it waits, or for good when no SMTP server is configured. */
  sent?: Maybe<Scalars['DateTime']['output']>;
  subject: Scalars['String']['output'];
  /** Empty once it was sent: a mail may hold a link that signs in. */
  text: Scalars['String']['output'];
  to: Scalars['String']['output'];
};

/** What kind of way bytes take. LAN and TCP are direct TCP connections, UDP is punched or mapped UDP. */
export type PathKind =
  | 'LAN'
  | 'RELAY'
  | 'TCP'
  | 'UDP';

export type PathPoint = {
  __typename?: 'PathPoint';
  at: Scalars['DateTime']['output'];
  loss?: Maybe<Scalars['Float']['output']>;
  path: PathKind;
  roundTrip?: Maybe<Scalars['Float']['output']>;
  rxBytes: Scalars['String']['output'];
  streams: Scalars['Int']['output'];
  /** Towards the device, since the session began. A decimal integer. */
  txBytes: Scalars['String']['output'];
};

/** Why there is no better path. */
export type PathWhy =
  /** The initiator's network lets no UDP through. */
  | 'BLOCKED_HERE'
  /** The device's network lets no UDP through. */
  | 'BLOCKED_THERE'
  /** Both networks give every connection another port. */
  | 'BOTH_SYMMETRIC'
  /** All that was tried has failed. */
  | 'FAILED'
  /** It is too early to say. */
  | 'LOOKING'
  /** Nothing stands against a direct way, and none was found yet. */
  | 'NONE_FOUND'
  /** It is direct, and the two are in different networks. */
  | 'OTHER_NETWORK'
  /** A person wants it so. */
  | 'RELAY_ONLY'
  /** Direct ways are switched off on the initiator's machine. */
  | 'SWITCHED_OFF'
  /** Nothing carries: the device cannot be reached. */
  | 'UNREACHABLE'
  /** A direct way is there, and has to hold for a while before it is used again. */
  | 'WAS_LOST';

/** A connection that an agent of a person makes. */
export type PeerConnection = {
  __typename?: 'PeerConnection';
  created: Scalars['DateTime']['output'];
  /** When it ends, unless the agent renews it before. */
  expires: Scalars['DateTime']['output'];
  /** Also the id of its session: a UUID. */
  id: Scalars['ID']['output'];
  /** The public key of the agent that it was made for. */
  key: Scalars['String']['output'];
  route: RouteMode;
  service: Service;
  session?: Maybe<Session>;
};

export type PeerOrder = {
  __typename?: 'PeerOrder';
  connection: PeerConnection;
  /** All that the agent needs to reach the service, with a ticket that is good for that agent alone. */
  order: Scalars['Object']['output'];
};

export type Plan = {
  __typename?: 'Plan';
  billing: Scalars['Boolean']['output'];
  commercial: Scalars['Boolean']['output'];
  description: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  limits: Array<PlanLimit>;
  name: Scalars['String']['output'];
  prices: Array<Price>;
  product: Product;
};

export type PlanLimit = {
  __typename?: 'PlanLimit';
  name: Scalars['String']['output'];
  scale?: Maybe<Scalars['Int']['output']>;
  /** Null: unlimited. */
  value?: Maybe<Scalars['Any']['output']>;
};

/** What a device runs on. */
export type PlatformType = {
  __typename?: 'PlatformType';
  id: Scalars['Int']['output'];
  name: Scalars['String']['output'];
};

export type PortCheck = {
  __typename?: 'PortCheck';
  /** Why it is not reachable. */
  message?: Maybe<Scalars['String']['output']>;
  reachability: Reachability;
};

export type Price = {
  __typename?: 'Price';
  /** In the smallest unit of the currency. */
  amount: Scalars['Int']['output'];
  currency: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  interval: BillingInterval;
};

export type Product = {
  __typename?: 'Product';
  description: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
};

export type Protocol =
  | 'TCP'
  | 'UDP';

export type ProxyType =
  | 'AUTO_PROXY'
  | 'PORT_PROXY'
  | 'REVERSE_PROXY';

export type Query = {
  __typename?: 'Query';
  applicationTypes: Array<ApplicationType>;
  /** The event being delivered; null outside the event socket. */
  event?: Maybe<LogEvent>;
  /** The viewer. */
  login: User;
  notices: Array<Notice>;
  plans: Array<Plan>;
  platformTypes: Array<PlatformType>;
  system: System;
  /** The version of this server. */
  version: Scalars['String']['output'];
};

/** One way in which somebody reaches a device. Who has several ways stands there several times. */
export type Reach = {
  __typename?: 'Reach';
  /** Present for NETWORK. */
  network?: Maybe<Network>;
  permissions: Array<RolePermission>;
  /** Present for ROLE. */
  role?: Maybe<Role>;
  /** Null: all of them. */
  services?: Maybe<Array<Service>>;
  through: ReachThrough;
  user: User;
};

export type ReachThrough =
  | 'NETWORK'
  | 'OWNER'
  | 'ROLE'
  | 'SHARE';

export type Reachability =
  /** No name or address of a host, or no port; or the device finds no host of that name. */
  | 'INVALID'
  | 'REACHABLE'
  /** The device is still trying: ask again. */
  | 'SCANNING'
  | 'UNREACHABLE';

/** Why an operation was refused; sent as `extensions.code` beside the message. The list is closed. */
export type RefusalCode =
  /** It collides with something that is already there. */
  | 'CONFLICT'
  /** The viewer may not do this. */
  | 'FORBIDDEN'
  /** An argument breaks a rule; the message says which. */
  | 'INVALID'
  /** A limit is reached. */
  | 'LIMIT_EXCEEDED'
  /** It does not exist, or the viewer may not know that it does. */
  | 'NOT_FOUND'
  /** The device or service is offline. */
  | 'OFFLINE'
  /** Whoever is signed in has to prove once more who they are: POST /auth/v1/prove. */
  | 'PROOF_NEEDED'
  /** Too many calls; wait for the seconds in `extensions.retryAfterSeconds`. */
  | 'THROTTLED'
  /** Nobody is signed in, or the session has ended. */
  | 'UNAUTHENTICATED'
  /** Nothing that could carry it out is there just now; try again. */
  | 'UNAVAILABLE';

export type Reseller = {
  __typename?: 'Reseller';
  email: Scalars['String']['output'];
  licenses: Array<License>;
  logoUrl?: Maybe<Scalars['String']['output']>;
  name: Scalars['String']['output'];
  plans: Array<Plan>;
  reportUrl?: Maybe<Scalars['String']['output']>;
};

/** A role of an organization. */
export type Role = {
  __typename?: 'Role';
  access: CustomRoleAccess;
  /** Present when `access` is SELECTED or CUSTOM. */
  deviceIds?: Maybe<Array<Scalars['String']['output']>>;
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  permissions: Array<RolePermission>;
  /** System roles cannot be changed. */
  system: Scalars['Boolean']['output'];
  /** Present when `access` is TAG. */
  tag?: Maybe<TagFilter>;
};

/** The effect of a change of a role on what its members reach. */
export type RoleChange = {
  __typename?: 'RoleChange';
  /**
   * Devices that they would reach from then on, and do not now. The first hundred are listed; those that the viewer does
   * not see are only counted.
   */
  gained: DevicePage;
  /** Devices that they reach now, and would not then. */
  lost: DevicePage;
  /** Members who hold the role. */
  members: Scalars['Int']['output'];
  /** Permissions on devices that are reached before and after. */
  permissionsGained: Array<RolePermission>;
  permissionsLost: Array<RolePermission>;
};

export type RolePermission =
  | 'ADMIN'
  | 'CONNECT'
  | 'MANAGE'
  | 'SCRIPTING'
  | 'VIEW';

/** How streams travel. FAILOVER (shown as Adaptive): directly where that works, else by a relay. */
export type RouteMode =
  | 'FAILOVER'
  | 'P2P'
  | 'PROXY'
  /** By a proxy port, for anybody who is let in there, or by a connect link. */
  | 'PUBLIC';

export type Service = {
  __typename?: 'Service';
  /** The guests who may use it; for those who may manage its device. */
  access: Array<ServiceAccess>;
  application: Scalars['Int']['output'];
  attributes: Scalars['Object']['output'];
  /** The viewer's live connections to it through proxy ports, newest first. */
  connections: Array<Connection>;
  created: Scalars['DateTime']['output'];
  device: Device;
  enabled: Scalars['Boolean']['output'];
  /** As the device sees it. */
  host: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  lastReported?: Maybe<Scalars['DateTime']['output']>;
  license: Scalars['String']['output'];
  /** Its connect link; null when it has none. */
  link?: Maybe<ConnectLink>;
  name: Scalars['String']['output'];
  /** The viewer's live connections to it by agents of theirs, newest first. */
  peers: Array<PeerConnection>;
  port: Scalars['Int']['output'];
  presenceAddress?: Maybe<Scalars['String']['output']>;
  protocol: Protocol;
  /** True when it can be a web link. */
  proxy: Scalars['Boolean']['output'];
  /**
   * What new connections take: `route` in the service's attributes (`failover`, `p2p`, `proxy` or `public`), or else in the
   * device's; FAILOVER where neither says so.
   */
  route: RouteMode;
  /** active while its device is online and it is enabled, else inactive. */
  state: Scalars['String']['output'];
  subdomain: Scalars['String']['output'];
  /** How it was used, and how its device was online. */
  timeSeries: TimeSeries;
  title: Scalars['String']['output'];
  type: Scalars['String']['output'];
  viewerCan: ServiceVerdicts;
};


export type ServiceLinkArgs = {
  type?: InputMaybe<Array<LinkType>>;
};


export type ServiceTimeSeriesArgs = {
  length?: InputMaybe<Scalars['Int']['input']>;
  resolution?: InputMaybe<TimeSeriesResolution>;
  timezone?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<TimeSeriesType>;
};

export type ServiceAccess = {
  __typename?: 'ServiceAccess';
  user: User;
};

export type ServiceInput = {
  /** An application type id. */
  application?: InputMaybe<Scalars['Int']['input']>;
  /** Default true. */
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Default localhost. */
  host?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  port?: InputMaybe<Scalars['Int']['input']>;
  presenceAddress?: InputMaybe<Scalars['String']['input']>;
  serviceId?: InputMaybe<Scalars['ID']['input']>;
  subdomain?: InputMaybe<Scalars['String']['input']>;
  websocket?: InputMaybe<WebSocketOptions>;
  websocketIPv4?: InputMaybe<Scalars['Boolean']['input']>;
  websocketIPv6?: InputMaybe<Scalars['Boolean']['input']>;
};

export type ServiceSharingOptions = {
  action?: InputMaybe<SharingAction>;
  serviceId: Scalars['ID']['input'];
};

export type ServiceVerdicts = {
  __typename?: 'ServiceVerdicts';
  connect: Verdict;
  remove: Verdict;
  update: Verdict;
};

export type Session = {
  __typename?: 'Session';
  /** Present while its proxy port is open. */
  connection?: Maybe<Connection>;
  endpoint?: Maybe<SessionEndpoint>;
  /** How it fares, as its agent tells it; null for a proxy port, and until it was told. */
  health?: Maybe<SessionHealth>;
  /**
   * How that went over time, the oldest first: at most 64 points, about evenly spread over its life, and where the path
   * changed.
   */
  history: Array<PathPoint>;
  id: Scalars['ID']['output'];
  kind: ConnectionKind;
  /** The way that its bytes take: of a proxy port its relay, else what its agent told last, and null until then. */
  path?: Maybe<SessionPath>;
  /** How its streams may travel. */
  route: RouteMode;
  /** Bytes from the device. */
  rxBytes: Scalars['String']['output'];
  /** The address that it is used from, once somebody does. */
  source?: Maybe<Scalars['String']['output']>;
  /** Streams open now. */
  streams: Scalars['Int']['output'];
  target?: Maybe<Target>;
  /** When it began. */
  timestamp: Scalars['DateTime']['output'];
  /** Bytes towards the device, as of a few seconds ago. A decimal integer. */
  txBytes: Scalars['String']['output'];
  /** Who opened it. */
  user?: Maybe<User>;
};

export type SessionCounts = {
  __typename?: 'SessionCounts';
  /** To devices of this account. */
  inbound: Scalars['Int']['output'];
  /** Opened by this account. */
  outbound: Scalars['Int']['output'];
};

/** The initiator's end. */
export type SessionEndpoint = {
  __typename?: 'SessionEndpoint';
  /** Of `source`; null without a database of places. */
  geo?: Maybe<Geo>;
  /** 34560: somebody who came by a connect link, without an account. */
  manufacturer?: Maybe<Scalars['Int']['output']>;
  /** A session initiator platform id. */
  platform?: Maybe<Scalars['Int']['output']>;
  proxy: Scalars['Boolean']['output'];
};

export type SessionError = {
  __typename?: 'SessionError';
  /** 101: an agent, here or there. 496: a key or a name. 523: no service at the device. */
  code: Scalars['Int']['output'];
  message: Scalars['String']['output'];
};

export type SessionHealth = {
  __typename?: 'SessionHealth';
  /** All ten, in the order in which people read them. */
  checkpoints: Array<Checkpoint>;
  /** What went wrong last, unless it is well again. */
  error?: Maybe<SessionError>;
  state: SessionState;
};

export type SessionPath = {
  __typename?: 'SessionPath';
  /** When it was told. */
  at: Scalars['DateTime']['output'];
  kind: PathKind;
  /** Of the path's own probes, 0 to 1. Null where nobody can count it, as of a proxy port and a connect link. */
  loss?: Maybe<Scalars['Float']['output']>;
  /** The same in a sentence in English, with what was seen. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Of a relayed path: the relay's id. */
  relay?: Maybe<Scalars['String']['output']>;
  /** Address and port of the other end, as the initiator sees it; of a relayed path the relay's. */
  remote?: Maybe<Scalars['String']['output']>;
  /** Milliseconds to the device and back: of a proxy port and a connect link from their relay, else from the initiator. */
  roundTrip?: Maybe<Scalars['Float']['output']>;
  /** Why there is no better one. */
  why?: Maybe<PathWhy>;
};

/** What a connection is in, at the initiator's end. */
export type SessionState =
  | 'CONNECTED'
  /** Somebody has come, and the way to the device is being made. */
  | 'CONNECTING'
  | 'DISCONNECTED'
  /** The streams are being ended. */
  | 'DISCONNECTING'
  /** The device cannot be reached. */
  | 'OFFLINE'
  /** The local port waits for somebody. */
  | 'READY'
  /** The local port is being bound. */
  | 'STARTING'
  /** The local port is being given back. */
  | 'STOPPING';

export type SharingAction =
  | 'ADD'
  | 'LEAVE'
  | 'REMOVE';

export type Subscription = {
  __typename?: 'Subscription';
  card?: Maybe<Card>;
  price?: Maybe<Price>;
  status: SubscriptionStatus;
  total?: Maybe<Scalars['Int']['output']>;
};

export type SubscriptionStatus =
  | 'ACTIVE'
  | 'CANCELED'
  | 'INCOMPLETE'
  | 'INCOMPLETE_EXPIRED'
  | 'PAST_DUE'
  | 'TRIALING'
  | 'UNPAID';

/** What a client needs to know of this installation before anybody signs in. */
export type System = {
  __typename?: 'System';
  /** False while mail stays in the outbox, because no SMTP server is configured. */
  canSendMail: Scalars['Boolean']['output'];
  /** Mails that this installation keeps, newest first, or only the one with this id. For the operator only. */
  outbox: Array<OutboxMail>;
  /** Where people reach the portal, without a trailing slash. */
  publicUrl: Scalars['String']['output'];
};


/** What a client needs to know of this installation before anybody signs in. */
export type SystemOutboxArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
};

export type Tag = {
  __typename?: 'Tag';
  /** A tag colour id: 1 (gray) to 13 (pink). */
  color: Scalars['Int']['output'];
  created: Scalars['DateTime']['output'];
  name: Scalars['String']['output'];
};

export type TagFilter = {
  __typename?: 'TagFilter';
  operator: ListOperator;
  values: Array<Scalars['String']['output']>;
};

export type TagInput = {
  /** Without one (or with 0), a colour that the account does not use yet. */
  color?: InputMaybe<Scalars['Int']['input']>;
  name: Scalars['String']['input'];
};

export type Target = {
  __typename?: 'Target';
  application?: Maybe<Scalars['Int']['output']>;
  device?: Maybe<Device>;
  id: Scalars['ID']['output'];
  name?: Maybe<Scalars['String']['output']>;
  owner?: Maybe<User>;
  platform?: Maybe<Scalars['Int']['output']>;
};

export type TaxIdInput = {
  type: Scalars['String']['input'];
  value: Scalars['String']['input'];
};

export type TimeSeries = {
  __typename?: 'TimeSeries';
  /** What each period has come to, the present one until now. */
  data: Array<Scalars['Float']['output']>;
  /** When the present period ends. */
  end: Scalars['DateTime']['output'];
  resolution: TimeSeriesResolution;
  /** When the first period begins. */
  start: Scalars['DateTime']['output'];
  /** When each period begins: days, weeks and longer at midnight in the time zone, weeks on a Monday. */
  time: Array<Scalars['DateTime']['output']>;
  type: TimeSeriesType;
};

export type TimeSeriesResolution =
  | 'DAY'
  | 'HOUR'
  | 'MINUTE'
  | 'MONTH'
  | 'QUARTER'
  | 'SECOND'
  | 'WEEK'
  | 'YEAR';

export type TimeSeriesType =
  /** The share of the period that it was online, 0 to 1. */
  | 'AVAILABILITY'
  /** Sessions that began. */
  | 'CONNECT'
  /** Seconds that somebody was connected. */
  | 'CONNECT_DURATION'
  /** Sessions that ended. */
  | 'DISCONNECT'
  /** How often it went offline. */
  | 'OFFLINE'
  /** How often it came online. */
  | 'ONLINE'
  /** Seconds online. */
  | 'ONLINE_DURATION'
  /** The share of the period that somebody was connected, 0 to 1. */
  | 'USAGE';

export type User = {
  __typename?: 'User';
  /** At most two; for the person alone. */
  accessKeys: Array<AccessKey>;
  /** The account to look at: the viewer's own without arguments. */
  account: User;
  /** The developer key of the person, for the person alone. */
  apiKey?: Maybe<ApiKey>;
  /** Those that services of this account can have: all of them. */
  applicationTypes: Array<ApplicationType>;
  /** What clients keep with the person, such as their defaults for connections. Empty for others than the person. */
  attributes: Scalars['Object']['output'];
  /** Kept for clients that send it along. It opens nothing. */
  authhash: Scalars['String']['output'];
  /** People whom the viewer shares with or acts together with, by e-mail address. */
  contacts: Array<User>;
  created: Scalars['DateTime']['output'];
  /** Those of the asked-for devices that the viewer may see. */
  device: Array<Device>;
  devices: DevicePage;
  email: Scalars['String']['output'];
  /** Newest first. `after` is the last id of the page before. */
  events: EventPage;
  /** A link to the same as CSV, at most 10,000 lines; it works for an hour. */
  eventsUrl: Scalars['String']['output'];
  files: Array<File>;
  /** People of other accounts who use devices and networks of this one. At most a hundred at a time. */
  guest: Array<Guest>;
  /** False until the operator, who came by the printed link, has chosen an e-mail address and a password. */
  hasPassword: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  info: AccountInfo;
  invoices: Array<Invoice>;
  jobs: JobPage;
  /** en or ja: the language of the interface and of mails. */
  language: Scalars['String']['output'];
  licenses: Array<License>;
  limits: Array<Limit>;
  /** Those in which the viewer is a member. Only of the viewer's own account. */
  membership: Array<Membership>;
  /** Null when the viewer may not see it. The viewer's own account also gives those of others. */
  network?: Maybe<Network>;
  /** Own ones and those shared with the account, newest first. */
  networks: Array<Network>;
  /** The viewer's own; null for somebody else's. */
  notificationSettings?: Maybe<NotificationSettings>;
  /** The viewer's own, newest first; nothing for somebody else. `after` is the last id of the page before. */
  notifications: NotificationPage;
  /** True for the person who runs this installation. */
  operator: Scalars['Boolean']['output'];
  /** Of this account; null when it has none, or when the viewer may not see it. */
  organization?: Maybe<Organization>;
  /** A new code that enrols devices into this account. */
  registrationCode: Scalars['String']['output'];
  /** The command that installs the agent and enrols it, with a new code in it. */
  registrationCommand: Scalars['String']['output'];
  reseller?: Maybe<Reseller>;
  /** Live sessions to devices of this account, newest first. */
  sessions: Array<Session>;
  /** Newest first. For members of the account. */
  tags: Array<Tag>;
  /** All devices of the account together; for those who may see all of them. By the hour or longer. */
  timeSeries: TimeSeries;
  /** An IANA name; null until the person chose one, and for others than the person. */
  timezone?: Maybe<Scalars['String']['output']>;
  /** What was sent to the viewer's webhook, newest first; nothing for somebody else. */
  webhookDeliveries: WebhookDeliveryPage;
  /** The same as `id`, as older clients call it. */
  yoicsId: Scalars['String']['output'];
};


export type UserAccountArgs = {
  email?: InputMaybe<Scalars['String']['input']>;
  id?: InputMaybe<Scalars['String']['input']>;
};


export type UserDeviceArgs = {
  id: Array<Scalars['String']['input']>;
};


export type UserDevicesArgs = {
  application?: InputMaybe<Array<Scalars['Int']['input']>>;
  from?: InputMaybe<Scalars['Int']['input']>;
  id?: InputMaybe<Array<Scalars['String']['input']>>;
  name?: InputMaybe<Scalars['String']['input']>;
  owner?: InputMaybe<Scalars['Boolean']['input']>;
  platform?: InputMaybe<Array<Scalars['Int']['input']>>;
  size?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<Scalars['String']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  tag?: InputMaybe<ListFilter>;
};


export type UserEventsArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  maxDate?: InputMaybe<Scalars['DateTime']['input']>;
  minDate?: InputMaybe<Scalars['DateTime']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  types?: InputMaybe<Array<EventType>>;
};


export type UserEventsUrlArgs = {
  maxDate?: InputMaybe<Scalars['DateTime']['input']>;
  minDate?: InputMaybe<Scalars['DateTime']['input']>;
};


export type UserFilesArgs = {
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
};


export type UserGuestArgs = {
  from?: InputMaybe<Scalars['Int']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
};


export type UserJobsArgs = {
  fileIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  from?: InputMaybe<Scalars['Int']['input']>;
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  size?: InputMaybe<Scalars['Int']['input']>;
};


export type UserNetworkArgs = {
  id: Scalars['String']['input'];
};


export type UserNetworksArgs = {
  id?: InputMaybe<Array<Scalars['String']['input']>>;
  name?: InputMaybe<Scalars['String']['input']>;
};


export type UserNotificationsArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
};


export type UserRegistrationCodeArgs = {
  code?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  oneTimeUse?: InputMaybe<Scalars['Boolean']['input']>;
  platform?: InputMaybe<Scalars['Int']['input']>;
  services?: InputMaybe<Array<ServiceInput>>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  timeout?: InputMaybe<Scalars['Int']['input']>;
  unique?: InputMaybe<Scalars['Boolean']['input']>;
  useLimit?: InputMaybe<Scalars['Int']['input']>;
};


export type UserRegistrationCommandArgs = {
  code?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  oneTimeUse?: InputMaybe<Scalars['Boolean']['input']>;
  platform?: InputMaybe<Scalars['Int']['input']>;
  services?: InputMaybe<Array<ServiceInput>>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  template?: InputMaybe<Scalars['String']['input']>;
  timeout?: InputMaybe<Scalars['Int']['input']>;
  unique?: InputMaybe<Scalars['Boolean']['input']>;
  useLimit?: InputMaybe<Scalars['Int']['input']>;
};


export type UserSessionsArgs = {
  id?: InputMaybe<Array<Scalars['String']['input']>>;
};


export type UserTimeSeriesArgs = {
  length?: InputMaybe<Scalars['Int']['input']>;
  resolution?: InputMaybe<TimeSeriesResolution>;
  timezone?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<TimeSeriesType>;
};


export type UserWebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
};

/** What the viewer may do with the thing it comes with; `reason` says why not, in the viewer's language. */
export type Verdict = {
  __typename?: 'Verdict';
  allowed: Scalars['Boolean']['output'];
  reason?: Maybe<Scalars['String']['output']>;
};

export type WebSocketOptions =
  | 'FORCE'
  | 'FORCE4'
  | 'FORCE6'
  | 'OFF'
  | 'ON';

/** One message to a webhook, with all the attempts to bring it there. */
export type WebhookDelivery = {
  __typename?: 'WebhookDelivery';
  attempts: Scalars['Int']['output'];
  /** The body as it is sent: Address, Device, Email, Name, State, Time, Type. */
  body: Scalars['Object']['output'];
  created: Scalars['DateTime']['output'];
  /** When it is tried again. */
  due?: Maybe<Scalars['DateTime']['output']>;
  /** Of the last attempt: why it did not arrive. */
  error?: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  /** Of the last attempt: what the webhook answered with. */
  responseStatus?: Maybe<Scalars['Int']['output']>;
  /** waiting, delivered or failed. */
  state: Scalars['String']['output'];
  url: Scalars['String']['output'];
};

export type WebhookDeliveryPage = {
  __typename?: 'WebhookDeliveryPage';
  hasMore: Scalars['Boolean']['output'];
  items: Array<WebhookDelivery>;
  last?: Maybe<Scalars['ID']['output']>;
};
