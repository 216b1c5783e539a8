from django.urls import path

from freeport_animals.city.views import calendar, meetings, offices, overview, resolutions, shelters

urlpatterns = [
    path("city/", overview.city, name="city"),
    path("city/resolutions/", resolutions.resolution_list, name="resolution-list"),
    path("city/resolutions/add/", resolutions.resolution_add, name="resolution-add"),
    path("city/resolutions/<int:pk>/", resolutions.resolution, name="resolution"),
    path(
        "city/resolutions/<int:pk>/withdraw/",
        resolutions.resolution_withdraw_page,
        name="resolution-withdraw",
    ),
    path("city/calendar/", calendar.calendar, name="calendar"),
    path("city/calendar/<int:year>/", calendar.calendar, name="calendar-year"),
    path("city/meetings/", meetings.meeting_list, name="meeting-list"),
    path("city/meetings/call/", meetings.meeting_call_page, name="meeting-call"),
    path("city/meetings/open/", meetings.meeting_open, name="meeting-open"),
    path("city/meetings/schedule/", meetings.meeting_schedule_page, name="meeting-schedule"),
    path("city/meetings/<int:pk>/", meetings.meeting, name="meeting"),
    path("city/meetings/<int:pk>/move/", meetings.meeting_move_page, name="meeting-move"),
    path("city/meetings/<int:pk>/cancel/", meetings.meeting_cancel_page, name="meeting-cancel"),
    path("city/meetings/<int:pk>/post/", meetings.meeting_post, name="meeting-post"),
    path("city/council/", offices.council, name="council"),
    path("city/council/add/", offices.council_add, name="council-add"),
    path("city/council/<int:pk>/leave/", offices.council_leave, name="council-leave"),
    path("city/officers/", offices.officers, name="officers"),
    path("city/officers/add/", offices.officer_add, name="officer-add"),
    path("city/officers/<int:pk>/end/", offices.officer_end, name="officer-end"),
    path("city/shelters/", shelters.shelter_list, name="shelter-list"),
    path("city/shelters/add/", shelters.shelter_add_page, name="shelter-add"),
    path("city/shelters/<int:pk>/", shelters.shelter, name="shelter"),
    path("city/shelters/<int:pk>/edit/", shelters.shelter_edit_page, name="shelter-edit"),
    path("city/shelters/<int:pk>/set/", shelters.shelter_set_page, name="shelter-set"),
]
