// Generated from the migrations by `npm run types`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  "kith": {
    Tables: {
      "contact_networks": {
        Row: {
          "contact_id": string;
          "created_at": string;
          "network_id": string;
          "owner_id": string;
        };
        ComputedFields: never;
        Insert: {
          "contact_id": string;
          "created_at"?: string;
          "network_id": string;
          "owner_id"?: string;
        };
        Update: {
          "contact_id"?: string;
          "created_at"?: string;
          "network_id"?: string;
          "owner_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "contact_networks_owner_id_contact_id_fkey";
            columns: ["owner_id", "contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["owner_id", "id"];
          },
          {
            foreignKeyName: "contact_networks_owner_id_network_id_fkey";
            columns: ["owner_id", "network_id"];
            isOneToOne: false;
            referencedRelation: "networks";
            referencedColumns: ["owner_id", "id"];
          },
        ];
      };
      "contacts": {
        Row: {
          "active_snooze": string | null;
          "addresses": NonNullable<Json>;
          "birthday": string | null;
          "birthday_month": number | null;
          "card": Json | null;
          "company": string | null;
          "contact_frequency_days": number | null;
          "created_at": string;
          "custom": NonNullable<Json>;
          "dates": NonNullable<Json>;
          "department": string | null;
          "description": string | null;
          "display_name": string | null;
          "emails": NonNullable<Json>;
          "first_name": string | null;
          "id": string;
          "is_archived": boolean;
          "is_favorite": boolean;
          "job_title": string | null;
          "last_contacted_at": string | null;
          "last_contacted_by_hand": string | null;
          "last_name": string | null;
          "last_noted_at": string | null;
          "long_search_text": string | null;
          "middle_name": string | null;
          "name_prefix": string | null;
          "name_suffix": string | null;
          "next_contact_on_utc": string | null;
          "nickname": string | null;
          "owner_id": string;
          "phones": NonNullable<Json>;
          "phonetic_first_name": string | null;
          "phonetic_last_name": string | null;
          "photo_path": string | null;
          "pronouns": string | null;
          "search_text": string | null;
          "snoozed_after": string | null;
          "snoozed_until": string | null;
          "sort_name": string | null;
          "updated_at": string;
          "urls": NonNullable<Json>;
          "vcard_lines": string | null;
        };
        ComputedFields: never;
        Insert: {
          "active_snooze"?: never;
          "addresses"?: NonNullable<Json>;
          "birthday"?: string | null;
          "birthday_month"?: never;
          "card"?: Json | null;
          "company"?: string | null;
          "contact_frequency_days"?: number | null;
          "created_at"?: string;
          "custom"?: NonNullable<Json>;
          "dates"?: NonNullable<Json>;
          "department"?: string | null;
          "description"?: string | null;
          "display_name"?: never;
          "emails"?: NonNullable<Json>;
          "first_name"?: string | null;
          "id"?: string;
          "is_archived"?: boolean;
          "is_favorite"?: boolean;
          "job_title"?: string | null;
          "last_contacted_at"?: never;
          "last_contacted_by_hand"?: string | null;
          "last_name"?: string | null;
          "last_noted_at"?: string | null;
          "long_search_text"?: string | null;
          "middle_name"?: string | null;
          "name_prefix"?: string | null;
          "name_suffix"?: string | null;
          "next_contact_on_utc"?: never;
          "nickname"?: string | null;
          "owner_id"?: string;
          "phones"?: NonNullable<Json>;
          "phonetic_first_name"?: string | null;
          "phonetic_last_name"?: string | null;
          "photo_path"?: string | null;
          "pronouns"?: string | null;
          "search_text"?: string | null;
          "snoozed_after"?: string | null;
          "snoozed_until"?: string | null;
          "sort_name"?: string | null;
          "updated_at"?: string;
          "urls"?: NonNullable<Json>;
          "vcard_lines"?: string | null;
        };
        Update: {
          "active_snooze"?: never;
          "addresses"?: NonNullable<Json>;
          "birthday"?: string | null;
          "birthday_month"?: never;
          "card"?: Json | null;
          "company"?: string | null;
          "contact_frequency_days"?: number | null;
          "created_at"?: string;
          "custom"?: NonNullable<Json>;
          "dates"?: NonNullable<Json>;
          "department"?: string | null;
          "description"?: string | null;
          "display_name"?: never;
          "emails"?: NonNullable<Json>;
          "first_name"?: string | null;
          "id"?: string;
          "is_archived"?: boolean;
          "is_favorite"?: boolean;
          "job_title"?: string | null;
          "last_contacted_at"?: never;
          "last_contacted_by_hand"?: string | null;
          "last_name"?: string | null;
          "last_noted_at"?: string | null;
          "long_search_text"?: string | null;
          "middle_name"?: string | null;
          "name_prefix"?: string | null;
          "name_suffix"?: string | null;
          "next_contact_on_utc"?: never;
          "nickname"?: string | null;
          "owner_id"?: string;
          "phones"?: NonNullable<Json>;
          "phonetic_first_name"?: string | null;
          "phonetic_last_name"?: string | null;
          "photo_path"?: string | null;
          "pronouns"?: string | null;
          "search_text"?: string | null;
          "snoozed_after"?: string | null;
          "snoozed_until"?: string | null;
          "sort_name"?: string | null;
          "updated_at"?: string;
          "urls"?: NonNullable<Json>;
          "vcard_lines"?: string | null;
        };
        Relationships: [];
      };
      "fields": {
        Row: {
          "created_at": string;
          "id": string;
          "key": string;
          "name": string;
          "options": NonNullable<Json>;
          "owner_id": string;
          "position": number;
          "type": string;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "created_at"?: string;
          "id"?: string;
          "key": string;
          "name": string;
          "options"?: NonNullable<Json>;
          "owner_id"?: string;
          "position"?: number;
          "type"?: string;
          "updated_at"?: string;
        };
        Update: {
          "created_at"?: string;
          "id"?: string;
          "key"?: string;
          "name"?: string;
          "options"?: NonNullable<Json>;
          "owner_id"?: string;
          "position"?: number;
          "type"?: string;
          "updated_at"?: string;
        };
        Relationships: [];
      };
      "networks": {
        Row: {
          "color": string | null;
          "created_at": string;
          "description": string | null;
          "id": string;
          "name": string;
          "owner_id": string;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "color"?: string | null;
          "created_at"?: string;
          "description"?: string | null;
          "id"?: string;
          "name": string;
          "owner_id"?: string;
          "updated_at"?: string;
        };
        Update: {
          "color"?: string | null;
          "created_at"?: string;
          "description"?: string | null;
          "id"?: string;
          "name"?: string;
          "owner_id"?: string;
          "updated_at"?: string;
        };
        Relationships: [];
      };
      "note_contacts": {
        Row: {
          "contact_id": string;
          "note_id": string;
          "occurred_at": string;
          "owner_id": string;
          "place": number;
        };
        ComputedFields: never;
        Insert: {
          "contact_id": string;
          "note_id": string;
          "occurred_at": string;
          "owner_id"?: string;
          "place": number;
        };
        Update: {
          "contact_id"?: string;
          "note_id"?: string;
          "occurred_at"?: string;
          "owner_id"?: string;
          "place"?: number;
        };
        Relationships: [
          {
            foreignKeyName: "note_contacts_contact_id_fkey";
            columns: ["owner_id", "contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["owner_id", "id"];
          },
          {
            foreignKeyName: "note_contacts_note_id_fkey";
            columns: ["owner_id", "note_id"];
            isOneToOne: false;
            referencedRelation: "notes";
            referencedColumns: ["owner_id", "id"];
          },
        ];
      };
      "note_types": {
        Row: {
          "color": string | null;
          "counts_as_contact": boolean;
          "created_at": string;
          "icon": string | null;
          "id": string;
          "name": string;
          "owner_id": string;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "color"?: string | null;
          "counts_as_contact"?: boolean;
          "created_at"?: string;
          "icon"?: string | null;
          "id"?: string;
          "name": string;
          "owner_id"?: string;
          "updated_at"?: string;
        };
        Update: {
          "color"?: string | null;
          "counts_as_contact"?: boolean;
          "created_at"?: string;
          "icon"?: string | null;
          "id"?: string;
          "name"?: string;
          "owner_id"?: string;
          "updated_at"?: string;
        };
        Relationships: [];
      };
      "notes": {
        Row: {
          "contact_id": string | null;
          "contact_ids": (string)[];
          "content": string;
          "created_at": string;
          "folded_content": string | null;
          "id": string;
          "note_type_id": string | null;
          "occurred_at": string;
          "owner_id": string;
          "search_text": string | null;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "contact_id"?: string | null;
          "contact_ids"?: (string)[];
          "content": string;
          "created_at"?: string;
          "folded_content"?: string | null;
          "id"?: string;
          "note_type_id"?: string | null;
          "occurred_at"?: string;
          "owner_id"?: string;
          "search_text"?: string | null;
          "updated_at"?: string;
        };
        Update: {
          "contact_id"?: string | null;
          "contact_ids"?: (string)[];
          "content"?: string;
          "created_at"?: string;
          "folded_content"?: string | null;
          "id"?: string;
          "note_type_id"?: string | null;
          "occurred_at"?: string;
          "owner_id"?: string;
          "search_text"?: string | null;
          "updated_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "notes_contact_id_fkey";
            columns: ["owner_id", "contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["owner_id", "id"];
          },
          {
            foreignKeyName: "notes_note_type_id_fkey";
            columns: ["owner_id", "note_type_id"];
            isOneToOne: false;
            referencedRelation: "note_types";
            referencedColumns: ["owner_id", "id"];
          },
        ];
      };
      "profiles": {
        Row: {
          "contact_id": string | null;
          "country": string | null;
          "created_at": string;
          "digest_at": string;
          "digest_days": (number)[];
          "east_asian_names": string;
          "lead_days": number;
          "name": string | null;
          "name_order": string;
          "owner_id": string;
          "saved_filters": NonNullable<Json>;
          "timezone": string;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "contact_id"?: string | null;
          "country"?: string | null;
          "created_at"?: string;
          "digest_at"?: string;
          "digest_days"?: (number)[];
          "east_asian_names"?: string;
          "lead_days"?: number;
          "name"?: string | null;
          "name_order"?: string;
          "owner_id"?: string;
          "saved_filters"?: NonNullable<Json>;
          "timezone"?: string;
          "updated_at"?: string;
        };
        Update: {
          "contact_id"?: string | null;
          "country"?: string | null;
          "created_at"?: string;
          "digest_at"?: string;
          "digest_days"?: (number)[];
          "east_asian_names"?: string;
          "lead_days"?: number;
          "name"?: string | null;
          "name_order"?: string;
          "owner_id"?: string;
          "saved_filters"?: NonNullable<Json>;
          "timezone"?: string;
          "updated_at"?: string;
        };
        Relationships: [];
      };
      "relationships": {
        Row: {
          "contact_id": string;
          "contact_ids": (string)[];
          "created_at": string;
          "ended_on": string | null;
          "id": string;
          "inverse_label": string | null;
          "kind": string;
          "label": string | null;
          "note": string | null;
          "owner_id": string;
          "related_contact_id": string | null;
          "related_name": string | null;
          "started_on": string | null;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "contact_id": string;
          "contact_ids"?: (string)[];
          "created_at"?: string;
          "ended_on"?: string | null;
          "id"?: string;
          "inverse_label"?: string | null;
          "kind": string;
          "label"?: string | null;
          "note"?: string | null;
          "owner_id"?: string;
          "related_contact_id"?: string | null;
          "related_name"?: string | null;
          "started_on"?: string | null;
          "updated_at"?: string;
        };
        Update: {
          "contact_id"?: string;
          "contact_ids"?: (string)[];
          "created_at"?: string;
          "ended_on"?: string | null;
          "id"?: string;
          "inverse_label"?: string | null;
          "kind"?: string;
          "label"?: string | null;
          "note"?: string | null;
          "owner_id"?: string;
          "related_contact_id"?: string | null;
          "related_name"?: string | null;
          "started_on"?: string | null;
          "updated_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "relationships_contact_id_fkey";
            columns: ["owner_id", "contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["owner_id", "id"];
          },
          {
            foreignKeyName: "relationships_related_contact_id_fkey";
            columns: ["owner_id", "related_contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["owner_id", "id"];
          },
        ];
      };
      "reminder_contacts": {
        Row: {
          "contact_id": string;
          "owner_id": string;
          "place": number;
          "reminder_id": string;
        };
        ComputedFields: never;
        Insert: {
          "contact_id": string;
          "owner_id"?: string;
          "place": number;
          "reminder_id": string;
        };
        Update: {
          "contact_id"?: string;
          "owner_id"?: string;
          "place"?: number;
          "reminder_id"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "reminder_contacts_contact_id_fkey";
            columns: ["owner_id", "contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["owner_id", "id"];
          },
          {
            foreignKeyName: "reminder_contacts_reminder_id_fkey";
            columns: ["owner_id", "reminder_id"];
            isOneToOne: false;
            referencedRelation: "reminders";
            referencedColumns: ["owner_id", "id"];
          },
        ];
      };
      "reminders": {
        Row: {
          "completed": boolean;
          "completed_at": string | null;
          "contact_id": string | null;
          "contact_ids": (string)[];
          "created_at": string;
          "description": string | null;
          "due_at": string | null;
          "id": string;
          "next_id": string | null;
          "owner_id": string;
          "recurrence": string | null;
          "recurrence_from": string;
          "recurrence_start": string | null;
          "title": string;
          "updated_at": string;
        };
        ComputedFields: never;
        Insert: {
          "completed"?: boolean;
          "completed_at"?: string | null;
          "contact_id"?: string | null;
          "contact_ids"?: (string)[];
          "created_at"?: string;
          "description"?: string | null;
          "due_at"?: string | null;
          "id"?: string;
          "next_id"?: string | null;
          "owner_id"?: string;
          "recurrence"?: string | null;
          "recurrence_from"?: string;
          "recurrence_start"?: string | null;
          "title": string;
          "updated_at"?: string;
        };
        Update: {
          "completed"?: boolean;
          "completed_at"?: string | null;
          "contact_id"?: string | null;
          "contact_ids"?: (string)[];
          "created_at"?: string;
          "description"?: string | null;
          "due_at"?: string | null;
          "id"?: string;
          "next_id"?: string | null;
          "owner_id"?: string;
          "recurrence"?: string | null;
          "recurrence_from"?: string;
          "recurrence_start"?: string | null;
          "title"?: string;
          "updated_at"?: string;
        };
        Relationships: [
          {
            foreignKeyName: "reminders_contact_id_fkey";
            columns: ["owner_id", "contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["owner_id", "id"];
          },
          {
            foreignKeyName: "reminders_next_id_fkey";
            columns: ["owner_id", "next_id"];
            isOneToOne: false;
            referencedRelation: "reminders";
            referencedColumns: ["owner_id", "id"];
          },
        ];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      [_ in never]: never;
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "kith">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  } ? keyof (
      & DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
      & DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"]
    )
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals } ? (
    & DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    & DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"]
  )[TableName] extends {
    Row: infer R;
  } ? R
  : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R;
    } ? R
    : never
  : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  } ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends
    {
      Insert: infer I;
    } ? I
  : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I;
    } ? I
    : never
  : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  } ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends
    {
      Update: infer U;
    } ? U
  : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U;
    } ? U
    : never
  : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  } ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  } ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][
    CompositeTypeName
  ]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never;

export const Constants = {
  "kith": {
    Enums: {},
  },
} as const;
