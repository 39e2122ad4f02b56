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

/** Something about the account itself: a sign-in, a changed password. */
export type AuthEvent = LogEvent & {
  __typename?: 'AuthEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  id: Scalars['ID']['output'];
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
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

export type Device = {
  __typename?: 'Device';
  attributes: Scalars['Object']['output'];
  configurable: Scalars['Boolean']['output'];
  created: Scalars['DateTime']['output'];
  endpoint?: Maybe<Endpoint>;
  events: EventPage;
  hardwareId?: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  lastReported?: Maybe<Scalars['DateTime']['output']>;
  license: Scalars['String']['output'];
  name: Scalars['String']['output'];
  owner: User;
  /** Of the viewer: VIEW, CONNECT, SCRIPTING, MANAGE, ADMIN. */
  permissions: Array<RolePermission>;
  platform: Scalars['Int']['output'];
  scriptable: Scalars['Boolean']['output'];
  services: Array<Service>;
  /** active while a stream to it can be opened, else inactive. */
  state: Scalars['String']['output'];
  /** The agent's version. */
  version?: Maybe<Scalars['String']['output']>;
  viewerCan: DeviceVerdicts;
};


export type DeviceEventsArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  maxDate?: InputMaybe<Scalars['DateTime']['input']>;
  minDate?: InputMaybe<Scalars['DateTime']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  types?: InputMaybe<Array<EventType>>;
};

/** A session began or ended. */
export type DeviceConnectEvent = LogEvent & {
  __typename?: 'DeviceConnectEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  id: Scalars['ID']['output'];
  /** Seconds, when it ended. */
  lifetime?: Maybe<Scalars['Int']['output']>;
  manufacturer?: Maybe<Scalars['Int']['output']>;
  platform?: Maybe<Scalars['Int']['output']>;
  proxy: Scalars['Boolean']['output'];
  rxBytes?: Maybe<Scalars['String']['output']>;
  session: Scalars['ID']['output'];
  source?: Maybe<Scalars['String']['output']>;
  /** connected or disconnected. */
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  /** Bytes towards the device, when it ended. A decimal integer. */
  txBytes?: Maybe<Scalars['String']['output']>;
  type: EventType;
};

export type DeviceDeleteEvent = LogEvent & {
  __typename?: 'DeviceDeleteEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  id: Scalars['ID']['output'];
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
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
  /** device-registered, device-renamed, device-updated, service-added, service-updated, service-removed … */
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  id: Scalars['ID']['output'];
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
};

/** A device came online or went offline. */
export type DeviceStateEvent = LogEvent & {
  __typename?: 'DeviceStateEvent';
  action?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<User>;
  id: Scalars['ID']['output'];
  state?: Maybe<Scalars['String']['output']>;
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
};

export type DeviceVerdicts = {
  __typename?: 'DeviceVerdicts';
  addService: Verdict;
  connect: Verdict;
  /** Refused while the device is online. */
  delete: Verdict;
  rename: Verdict;
};

/** Where a device is, as its relay sees it. */
export type Endpoint = {
  __typename?: 'Endpoint';
  externalAddress?: Maybe<Scalars['String']['output']>;
  internalAddress?: Maybe<Scalars['String']['output']>;
  offlineSince?: Maybe<Scalars['DateTime']['output']>;
  onlineSince?: Maybe<Scalars['DateTime']['output']>;
};

export type EventPage = {
  __typename?: 'EventPage';
  hasMore: Scalars['Boolean']['output'];
  items: Array<LogEvent>;
  last?: Maybe<Scalars['ID']['output']>;
  total: Scalars['Int']['output'];
};

export type EventType =
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
  id: Scalars['ID']['output'];
  /** Per type: active, inactive, connected, disconnected … */
  state?: Maybe<Scalars['String']['output']>;
  /** What it happened to. Something deleted leaves its id and its last name. */
  target: Array<Target>;
  timestamp: Scalars['DateTime']['output'];
  type: EventType;
};

export type Mutation = {
  __typename?: 'Mutation';
  addService: Service;
  /**
   * Opens a proxy port on a relay for the service. Calling it again while a connection with the same rule lives
   * answers with that one. Refused when the device is offline.
   */
  connect: Connection;
  /** Deletes a device that is offline. With `force` also one that is online. */
  deleteDevice: Scalars['Boolean']['output'];
  /** Closes the port and cuts its streams. */
  disconnect: Scalars['Boolean']['output'];
  removeService: Scalars['Boolean']['output'];
  /** Renames a device or a service. Clashes with another own device's name (case ignored) are refused. */
  renameService: Scalars['Boolean']['output'];
  /** Merges into the attributes of a device or a service; a null removes. Gives all attributes back. */
  setAttributes: Scalars['Object']['output'];
  updateService: Service;
};


export type MutationAddServiceArgs = {
  application?: InputMaybe<Scalars['Int']['input']>;
  deviceId: Scalars['String']['input'];
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  host?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  port?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationConnectArgs = {
  hostIP?: InputMaybe<Scalars['String']['input']>;
  serviceId: Scalars['String']['input'];
  type?: InputMaybe<ProxyType>;
};


export type MutationDeleteDeviceArgs = {
  deviceId: Scalars['String']['input'];
  force?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationDisconnectArgs = {
  connectionId: Scalars['String']['input'];
  serviceId: Scalars['String']['input'];
};


export type MutationRemoveServiceArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRenameServiceArgs = {
  name: Scalars['String']['input'];
  serviceId: Scalars['String']['input'];
};


export type MutationSetAttributesArgs = {
  attributes: Scalars['Object']['input'];
  serviceId: Scalars['String']['input'];
};


export type MutationUpdateServiceArgs = {
  application?: InputMaybe<Scalars['Int']['input']>;
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  host?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  port?: InputMaybe<Scalars['Int']['input']>;
};

export type OutboxMail = {
  __typename?: 'OutboxMail';
  created: Scalars['DateTime']['output'];
  /** Why the last attempt to send it failed. */
  error?: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  /** Null while it waits, or for good when no SMTP server is configured. */
  sent?: Maybe<Scalars['DateTime']['output']>;
  subject: Scalars['String']['output'];
  text: Scalars['String']['output'];
  to: Scalars['String']['output'];
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
  system: System;
  /** The version of this server. */
  version: Scalars['String']['output'];
};

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
  /** Too many calls; wait for the seconds in `extensions.retryAfterSeconds`. */
  | 'THROTTLED'
  /** Nobody is signed in, or the session has ended. */
  | 'UNAUTHENTICATED'
  /** Nothing that could carry it out is there just now; try again. */
  | 'UNAVAILABLE';

export type RolePermission =
  | 'ADMIN'
  | 'CONNECT'
  | 'MANAGE'
  | 'SCRIPTING'
  | 'VIEW';

export type Service = {
  __typename?: 'Service';
  application: Scalars['Int']['output'];
  attributes: Scalars['Object']['output'];
  /** The viewer's live connections to it, newest first. */
  connections: Array<Connection>;
  created: Scalars['DateTime']['output'];
  device: Device;
  enabled: Scalars['Boolean']['output'];
  /** As the device sees it. */
  host: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  lastReported?: Maybe<Scalars['DateTime']['output']>;
  license: Scalars['String']['output'];
  name: Scalars['String']['output'];
  port: Scalars['Int']['output'];
  protocol: Protocol;
  /** active while its device is online and it is enabled, else inactive. */
  state: Scalars['String']['output'];
  subdomain: Scalars['String']['output'];
  title: Scalars['String']['output'];
  type: Scalars['String']['output'];
  viewerCan: ServiceVerdicts;
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
  id: Scalars['ID']['output'];
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

/** The initiator's end. */
export type SessionEndpoint = {
  __typename?: 'SessionEndpoint';
  manufacturer?: Maybe<Scalars['Int']['output']>;
  /** A session initiator platform id. */
  platform?: Maybe<Scalars['Int']['output']>;
  proxy: Scalars['Boolean']['output'];
};

/** What a client needs to know of this installation before anybody signs in. */
export type System = {
  __typename?: 'System';
  /** False while mail stays in the outbox, because no SMTP server is configured. */
  canSendMail: Scalars['Boolean']['output'];
  /** Mails that this installation keeps, newest first. For the operator only. */
  outbox: Array<OutboxMail>;
  /** Where people reach the portal, without a trailing slash. */
  publicUrl: Scalars['String']['output'];
};


/** What a client needs to know of this installation before anybody signs in. */
export type SystemOutboxArgs = {
  size?: InputMaybe<Scalars['Int']['input']>;
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

export type User = {
  __typename?: 'User';
  /** The account to look at: the viewer's own without arguments. */
  account: User;
  created: Scalars['DateTime']['output'];
  /** Those of the asked-for devices that the viewer may see. */
  device: Array<Device>;
  devices: DevicePage;
  email: Scalars['String']['output'];
  /** Newest first. `after` is the last id of the page before. */
  events: EventPage;
  /** False until the operator, who came by the printed link, has chosen an e-mail address and a password. */
  hasPassword: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  /** en or ja: the language of the interface and of mails. */
  language: Scalars['String']['output'];
  /** True for the person who runs this installation. */
  operator: Scalars['Boolean']['output'];
  /** A new code that enrols devices into this account. Valid for 24 hours. */
  registrationCode: Scalars['String']['output'];
  /** The command that installs the agent on a Linux device and enrols it, with a new code in it. */
  registrationCommand: Scalars['String']['output'];
  /** Live sessions to devices of this account, newest first. */
  sessions: Array<Session>;
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
};


export type UserEventsArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  maxDate?: InputMaybe<Scalars['DateTime']['input']>;
  minDate?: InputMaybe<Scalars['DateTime']['input']>;
  size?: InputMaybe<Scalars['Int']['input']>;
  types?: InputMaybe<Array<EventType>>;
};


export type UserRegistrationCodeArgs = {
  name?: InputMaybe<Scalars['String']['input']>;
  platform?: InputMaybe<Scalars['Int']['input']>;
  services?: InputMaybe<Array<ServiceInput>>;
};


export type UserRegistrationCommandArgs = {
  name?: InputMaybe<Scalars['String']['input']>;
  platform?: InputMaybe<Scalars['Int']['input']>;
  services?: InputMaybe<Array<ServiceInput>>;
};


export type UserSessionsArgs = {
  id?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** What the viewer may do with the thing it comes with; `reason` says why not, in the viewer's language. */
export type Verdict = {
  __typename?: 'Verdict';
  allowed: Scalars['Boolean']['output'];
  reason?: Maybe<Scalars['String']['output']>;
};
