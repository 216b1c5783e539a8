from django.urls import path

from freeport_animals.ledger.views import accounts, receipts

urlpatterns = [
    path("receipts/", receipts.receipt_list, name="receipt-list"),
    path("receipts/<str:number>/", receipts.receipt, name="receipt"),
    path("receipts/<str:number>/void/", receipts.receipt_void, name="receipt-void"),
    path("receipts/<str:number>/refund/", receipts.receipt_refund, name="receipt-refund"),
    path("owners/<int:pk>/pay/", accounts.pay, name="pay"),
    path("owners/<int:pk>/account/", accounts.account, name="account"),
    path("charges/<int:pk>/reverse/", accounts.charge_reverse_page, name="charge-reverse"),
]
